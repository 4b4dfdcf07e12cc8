// npm run figures: writes what the last `npm test` came to into test/README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import type { FileCount } from './steps.ts';

/** What is promised, and the files of tests that show it; a folder stands for all in it. */
const promises: readonly (readonly [promise: string, where: string, files: readonly RegExp[]])[] = [
  [
    'The key reaches only the address it was saved for; a redirect is never followed, and never a success',
    'Chromium, Firefox',
    [/e2e\/guarantees\/redirects/],
  ],
  ['Only our own pages command the worker', 'Chromium, Firefox', [/e2e\/guarantees\/senders/]],
  [
    'No key and no password is found anywhere, and no cookie travels',
    'Chromium, Firefox',
    [/e2e\/guarantees\/secrets/],
  ],
  ['What a service sends is text, never a part of the page', 'Chromium, Firefox', [/e2e\/guarantees\/hostile/]],
  [
    'A create is never made twice and never lost, wherever the worker ends',
    'Chromium, Firefox',
    [/e2e\/guarantees\/kills/],
  ],
  [
    'A long job goes on after deaths, restarts, lost answers and refusals, each site once',
    'Chromium, Firefox',
    [/e2e\/addMany\/(survives|firefox)/],
  ],
  ['Whatever a service answers, each of the seven operations says what it means', 'Node', [/contract\/client/]],
  [
    'Umami and Matomo are met as they are, with their traps',
    'Chromium, Firefox, Node',
    [/contract\/kinds/, /e2e\/kinds/],
  ],
  ['What was not read is never taken for what is not there', 'Chromium, Node', [/test\/model/, /e2e\/model/]],
  ['Several services are kept apart, each with its own key', 'Chromium', [/guarantees\/threeServices/]],
  [
    'Whether all sites are tracked is told as it is',
    'Chromium, Firefox, Node',
    [/e2e\/audit/, /unit\/(audit|trackers)/],
  ],
  ['No answer keeps a person waiting for more than 20 s', 'Chromium, Firefox', [/e2e\/guarantees\/wait/]],
  ['Access taken away is said at once, and given back, work goes on', 'Chromium, Firefox', [/e2e\/guarantees\/access/]],
  [
    'Full, corrupt or newer storage is named and never overwritten',
    'Chromium, Firefox',
    [/e2e\/guarantees\/(storage|damaged)/],
  ],
  [
    'The extension is reloaded while it works: nothing lost, nothing doubled',
    'Chromium, Firefox',
    [/e2e\/guarantees\/reload/],
  ],
  ['The popup says the right thing over any tab', 'Chromium, Firefox', [/e2e\/guarantees\/(tabs|windows)/]],
  [
    'Whatever is typed as a setting is mended or refused, and stays',
    'Chromium, Firefox',
    [/e2e\/guarantees\/settings/],
  ],
  ['Whatever a file holds, the page goes on and nothing is sent', 'Chromium, Firefox', [/e2e\/guarantees\/files/]],
  [
    'Any address is read right or not at all',
    'Node',
    [/unit\/hosts\//, /unit\/connections\/address/, /unit\/tracking\/build/, /unit\/pages\/connectionFields/],
  ],
  ['The tracking code is found where it is, and only there', 'Chromium, Firefox, Node', [/tracking/]],
  [
    'Every view passes axe, by keyboard alone, at 200 % and in forced colours',
    'Chromium',
    [/e2e\/accessibility\/(?!languages)/],
  ],
  [
    'Every language is complete, and fits at 320 pixels',
    'Chromium, Node',
    [/e2e\/accessibility\/languages/, /unit\/text\/locales/],
  ],
  ['Everything else: popup, options, manage, menu, budgets, builds, sandbox, …', '', [/./]],
];

const files: FileCount[] = JSON.parse(readFileSync('.output/tests.json', 'utf8'));
const failed = files.filter((file) => file.failed > 0);
if (failed.length) throw new Error(`Not all passed: ${failed.map(({ file }) => file).join(', ')}`);

const left = new Set(files);
const rows = promises.map(([promise, where, patterns]) => {
  const own = [...left].filter(({ file }) => patterns.some((pattern) => pattern.test(file)));
  for (const file of own) left.delete(file);
  if (!own.length) throw new Error(`No tests of: ${promise}`);
  const tests = own.reduce((sum, { passed }) => sum + passed, 0);
  const seconds = own.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  return [promise, where, tests.toLocaleString('en'), Math.max(1, Math.round(seconds)).toString()];
});
const total = files.reduce((sum, { passed }) => sum + passed, 0).toLocaleString('en');
const lines = [['promise', 'where', 'tests', 'seconds'], ['---', '---', '--:', '--:'], ...rows, ['all', '', total, '']];
const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const readme = readFileSync('test/README.md', 'utf8');
const place = /(<!-- figures -->\n)[\s\S]*?(<!-- \/figures -->)/;
if (!place.test(readme)) throw new Error('test/README.md has no place for the figures.');
writeFileSync(
  'test/README.md',
  readme.replace(place, (_all, start, end) => `${start}\n${table}\n\n${end}`),
);
