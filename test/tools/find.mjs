import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const chromiums = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'google-chrome-for-testing',
  'microsoft-edge',
  'microsoft-edge-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const firefoxes = [
  'firefox-esr',
  'firefox',
  'firefox-developer-edition',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** Returns the full path of a program on the PATH, or of a file; undefined if there is none. */
export function which(name) {
  if (/[\\/]/.test(name)) return existsSync(name) ? name : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Returns the path of Chromium, Chrome or Edge. `CHROMIUM_PATH` takes precedence. */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  return chosen ? which(chosen) : chromiums.map(which).find(Boolean);
}

/** Returns the path of Chromium unless its languages are missing, which Debian has in a package of their own. */
export function findTranslated() {
  const found = findChromium();
  if (!found) return undefined;
  const folders = [join(dirname(realpathSync(found)), 'locales'), '/usr/lib/chromium/locales'];
  const languages = folders.find((folder) => existsSync(folder));
  return !languages || existsSync(join(languages, 'ar.pak')) ? found : undefined;
}

/** Returns the path of Firefox. `FIREFOX_PATH` takes precedence. */
export function findFirefox() {
  const chosen = process.env.FIREFOX_PATH;
  return chosen ? which(chosen) : firefoxes.map(which).find(Boolean);
}
