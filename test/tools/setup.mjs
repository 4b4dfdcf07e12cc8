// Plain JavaScript without dependencies, which runs under any Node from version 18 on. Installs what the named step
// needs, and runs the step with the packaged Node.
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium, findFirefox } from './find.mjs';
import { installDependencies } from './install.mjs';
import { newNode } from './node.mjs';
import { openRunFolder } from './runFolder.mjs';
import { installTools } from './system.mjs';
import { Remedy } from './tell.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const browsers = ['chromium', 'chromium-l10n', 'firefox-esr', 'xvfb', 'xdotool'];
/** Only root can install a Debian with Matomo. */
const withMatomo = [...browsers, ...(process.getuid?.() === 0 ? ['debootstrap'] : [])];

const steps = {
  start: { file: 'start.ts', needs: (args) => [args.includes('--firefox') ? 'firefox-esr' : 'chromium'] },
  bench: { file: '../bench/bench.ts', needs: () => ['chromium'] },
  test: { file: 'test.ts', needs: () => browsers },
  full: { file: 'test.ts', needs: (args) => (args.length ? browsers : withMatomo), env: { WAYMARK_TIER: 'full' } },
  matomo: { file: 'matomo.ts', needs: () => withMatomo },
  firstRun: { file: 'firstRun.ts', needs: () => [] },
  real: { file: 'real.ts', needs: () => ['chromium', 'firefox-esr', 'xvfb', 'xdotool'] },
  model: { file: 'model.ts', needs: () => [] },
  shots: { file: 'storeShots.ts', needs: () => ['chromium'] },
  sheet: { file: 'contactSheet.ts', needs: () => ['chromium'] },
  figures: { file: 'figures.ts', needs: () => [] },
  mutation: { file: 'mutation.ts', needs: () => [] },
  submit: { file: 'submit.ts', needs: () => [] },
  translated: { file: 'translated.ts', needs: () => [] },
};

function run({ file, env }, args) {
  const node = newNode(root);
  const own = openRunFolder();
  const child = spawn(node, [join(root, 'test', 'tools', file), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...env,
      TMPDIR: own.folder,
      WAYMARK_TMPDIR: tmpdir(),
      CHROMIUM_PATH: findChromium(),
      FIREFOX_PATH: findFirefox(),
      PATH: [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    },
  });
  // Ctrl+C reaches the step, too, which decides how to end.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'));
  child.on('exit', (code) => {
    own.remove();
    process.exit(code ?? 1);
  });
}

const [name, ...args] = process.argv.slice(2);
const step = steps[name];
try {
  if (!step) throw new Remedy(`Say which step: ${Object.keys(steps).join(' or ')}.`);
  if (Number(process.versions.node.split('.')[0]) < 18) {
    throw new Remedy(
      `This needs Node 18 or later to set itself up (it brings a newer one); this is ${process.version}.`,
    );
  }
  await installDependencies(root);
  await installTools(step.needs(args));
  run(step, args);
} catch (error) {
  process.stderr.write(`${error instanceof Remedy ? error.message : (error.stack ?? error)}\n`);
  process.exitCode = 1;
}
