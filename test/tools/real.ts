// npm run test:umami -- --url https://umami.example.com --key …: the life of some websites through the real extension, in Chromium
// and Firefox, against a server that a person names. Makes only waymark-test-….example there, and deletes exactly those.
// The key may also stand in WAYMARK_KEY, so that no list of processes shows it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'umami' },
    url: { type: 'string' },
    key: { type: 'string', default: process.env.WAYMARK_KEY ?? '' },
  },
});
if (!values.url || !values.key) {
  process.stderr.write('Name the server: -- --url https://umami.example.com --key …\n');
  process.exit(1);
}
const root = join(import.meta.dirname, '../..');
const args = ['run', '--config', 'test/vitest.config.ts', '--project', 'browser', 'test/e2e/kinds/life.test.ts'];
const { status } = spawnSync('vitest', args, {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    WAYMARK_KIND: values.kind,
    WAYMARK_URL: values.url.replace(/\/$/, ''),
    WAYMARK_KEY: values.key,
  },
});
process.exit(status ?? 1);
