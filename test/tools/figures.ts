// npm run figures: writes the results of the last `npm test` into test/README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import type { FileCount } from './steps.ts';

const both = 'Chromium, Firefox';
const everywhere = `${both}, Node`;

/** Waymark's promises, the browsers, and the test files that prove each; a file counts for the first that names it. */
const promises: readonly (readonly [promise: string, where: string, files: RegExp])[] = [
  [
    'The key reaches only the address it was saved for; a redirect is never followed, and never a success',
    both,
    /guarantees\/redirects/,
  ],
  ['Only our own pages command the worker', both, /guarantees\/senders/],
  ['No key and no password is found anywhere, and no cookie travels', both, /guarantees\/secrets/],
  ['What a service sends is text, never a part of the page', both, /guarantees\/hostile/],
  ['A create is never made twice and never lost, wherever the worker ends', both, /guarantees\/kills/],
  [
    'A long job goes on after deaths, restarts, lost answers and refusals, each site once',
    both,
    /e2e\/addMany\/(survives|firefox)/,
  ],
  ['Whatever a service answers, each of the seven operations says what it means', 'Node', /contract\/client/],
  ['Umami and Matomo are met as they are, with their traps', everywhere, /(contract|e2e)\/kinds/],
  ['What was not read is never taken for what is not there', 'Chromium, Node', /(test|e2e)\/model/],
  ['Several services are kept apart, each with its own key', 'Chromium', /guarantees\/threeServices/],
  ['Whether all sites are tracked is told as it is', everywhere, /e2e\/audit|unit\/(audit|trackers)/],
  ['No answer keeps a person waiting for more than 20 s', both, /guarantees\/wait/],
  ['Access taken away is said at once, and given back, work goes on', both, /guarantees\/access/],
  ['Full, corrupt or newer storage is named and never overwritten', both, /guarantees\/storage/],
  ['The extension is reloaded while it works: nothing lost, nothing doubled', both, /guarantees\/reload/],
  ['The popup says the right thing over any tab', both, /guarantees\/(tabs|windows)/],
  ['Whatever is typed as a setting is mended or refused, and stays', both, /guarantees\/settings/],
  ['Whatever a file holds, the page goes on and nothing is sent', both, /guarantees\/files/],
  [
    'Any address is read right or not at all',
    'Node',
    /unit\/(hosts\/|connections\/address|tracking\/build|pages\/connectionFields)/,
  ],
  ['The tracking code is found where it is, and only there', everywhere, /tracking/],
  [
    'Every view passes axe, by keyboard alone, at 200 % and in forced colours',
    'Chromium',
    /e2e\/accessibility\/(?!languages)/,
  ],
  [
    'Every language is complete, and fits at 320 pixels',
    'Chromium, Node',
    /e2e\/accessibility\/languages|unit\/text\/locales/,
  ],
  ['Everything else: popup, options, manage, menu, budgets, builds, sandbox, …', '', /./],
];

const files: FileCount[] = JSON.parse(readFileSync('.output/tests.json', 'utf8'));
const failed = files.filter((file) => file.failed > 0);
if (failed.length) throw new Error(`Not all passed: ${failed.map(({ file }) => file).join(', ')}`);

const left = new Set(files);
const rows = promises.map(([promise, where, pattern]) => {
  const own = [...left].filter(({ file }) => pattern.test(file));
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
