import { spawnSync } from 'node:child_process';
import { findChromium, findFirefox, findTranslated, which } from './find.mjs';
import { withLock } from './lock.mjs';
import { quietly, Remedy } from './tell.mjs';

/** The programs that a step may need, with the Debian package of each and a function that finds it. */
const tools = {
  chromium: {
    find: findChromium,
    name: 'a Chromium, Chrome or Edge',
    remedy: 'install one, or set CHROMIUM_PATH to it',
  },
  'chromium-l10n': {
    find: findTranslated,
    name: 'a Chromium in more languages than English',
    remedy: 'install its language files (to try the extension in each language)',
  },
  'firefox-esr': { find: findFirefox, name: 'a Firefox', remedy: 'install one, or set FIREFOX_PATH to it' },
  xvfb: { find: () => which('Xvfb'), name: 'Xvfb', remedy: 'install it (for headed browsers without a screen)' },
  debootstrap: { find: () => which('debootstrap'), name: 'debootstrap', remedy: 'install it (it fetches a Debian)' },
  xdotool: { find: () => which('xdotool'), name: 'xdotool', remedy: 'install it (to press keys in browser dialogs)' },
};

const missing = (wanted) => wanted.filter((name) => !tools[name].find());

const runs = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Returns the command before `apt-get` with which this person may install packages; undefined if they may not. */
function privileged() {
  if (!which('apt-get')) return undefined;
  if (process.getuid?.() === 0) return [];
  return which('sudo') && runs('sudo', '-n', 'true') ? ['sudo', '-n'] : undefined;
}

async function aptInstall(prefix, names) {
  const apt = (what, ...args) => {
    const [command, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
    return quietly(what, command, [...rest, '-qq', '-o', 'DPkg::Lock::Timeout=300', ...args]);
  };
  await apt('Reading the list of system packages', 'update');
  await apt(`Installing ${names.join(', ')} (a few minutes)`, 'install', '-y', '--no-install-recommends', ...names);
}

/** Installs the missing programs of a step where that is possible. Otherwise says what to do. */
export async function installTools(wanted) {
  if (missing(wanted).length === 0) return;
  const prefix = privileged();
  let failure = '';
  if (prefix) {
    await withLock('system packages', async () => {
      const names = missing(wanted);
      if (names.length > 0) await aptInstall(prefix, names);
    }).catch((error) => {
      failure = `${error.message.trim()}\n`;
    });
  }
  const [lacking] = missing(wanted);
  if (!lacking) return;
  const { name, remedy } = tools[lacking];
  const debian = which('apt-get') ? `: apt-get install ${missing(wanted).join(' ')}` : '';
  throw new Remedy(`${failure}This needs ${name}, and none was found: ${remedy}${debian}.`);
}
