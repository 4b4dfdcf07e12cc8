import { spawnSync } from 'node:child_process';
import { findChromium, findFirefox, findTranslated, which } from './find.mjs';
import { withLock } from './lock.mjs';
import { quietly, Remedy } from './tell.mjs';

/** What a step may need of the system: the Debian package that brings it, and how to see that it is there. */
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

/** The words before `apt-get` with which this person may install packages; undefined if they may not. */
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

/** Finds what a step needs of the system and installs what is missing where that is possible; else says what to do. */
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
