// npm run submit: checks that all archives exist and that the stores would accept them; `-- --publish` submits them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { plan } from './stores.ts';

const { values } = parseArgs({ options: { publish: { type: 'boolean', default: false } } });
const root = new URL('../..', import.meta.url).pathname;
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>;
const archive = (kind: string) => join(root, '.output', `${name}-${version}-${kind}.zip`);

for (const kind of ['chrome', 'edge', 'firefox', 'sources']) {
  if (!existsSync(archive(kind))) {
    console.error(`There is no ${archive(kind)}: run npm run zip first.`);
    process.exit(1);
  }
  console.log(
    `${createHash('sha256')
      .update(readFileSync(archive(kind)))
      .digest('hex')}  ${kind}`,
  );
}

const { args, ready, lacking } = plan(process.env, archive);
for (const [store, variables] of Object.entries(lacking))
  console.log(`${store}: not reached, since these are not set: ${variables.join(', ')}`);
if (values.publish && Object.keys(lacking).length > 0) {
  console.error('Nothing was handed in: all stores get the same version, or none does.');
  process.exit(1);
}
if (ready.length > 0) {
  console.log(`${values.publish ? 'Handing in to' : 'Dry run for'} ${ready.join(', ')} …`);
  const { status } = spawnSync('wxt', ['submit', ...(values.publish ? [] : ['--dry-run']), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
