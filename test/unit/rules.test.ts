import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const rooms = ['entrypoints', 'components', 'lib'];
const filesIn = (room: string) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(room, name));
const files = rooms.flatMap(filesIn);

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** A type-only import is `import type …`, or one in which every name says `type`. */
function importsOf(from: string): Import[] {
  const text = readFileSync(join(root, from), 'utf8');
  const statements = text.matchAll(/^(?:import|export)\s+(type\s+)?(?:([\w*{][^'";=()]*?)\s+from\s+)?'([^']+)';/gm);
  const lazy = text.matchAll(/\bimport\('([^']+)'\)/g);
  return [
    ...[...statements].map(([, type, names = '', path = '']) => ({
      from,
      to: resolvePath(from, path),
      typeOnly: !!type || /^\{\s*(type\s+\w+[\s\w]*,?\s*)+\}$/.test(names),
    })),
    ...[...lazy].map(([, path = '']) => ({ from, to: resolvePath(from, path), typeOnly: false })),
  ];
}

function resolvePath(from: string, path: string): string {
  if (path.startsWith('@/')) return path.slice(2);
  if (path.startsWith('.')) return relative(root, resolve(root, dirname(from), path));
  return path;
}

const imports = files.flatMap(importsOf);

/** What these files import by value, and what that imports, out of `all`. */
function reachedFrom(first: readonly string[], all: readonly Import[]): string[] {
  const byFile = Map.groupBy(
    all.filter(({ typeOnly }) => !typeOnly),
    ({ from }) => from,
  );
  const reached = new Set(first);
  for (const file of reached) for (const { to } of byFile.get(file) ?? []) reached.add(to);
  return [...reached];
}
const within =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path.startsWith(folder));
const isPage = (path: string) => within('entrypoints/')(path) && path !== 'entrypoints/background.ts';
const isBrowser = (path: string) => /^(wxt|webextension-polyfill|#imports)/.test(path);
const isPackage = (path: string) => !rooms.some((room) => path.startsWith(`${room}/`)) && !path.startsWith('assets/');
/** Rooms that know no browser and nothing of this machine. */
const pure = [
  'lib/hosts/',
  'lib/tracking/',
  'lib/trackers/',
  'lib/audit/',
  'lib/addMany/',
  'lib/websites/',
  'lib/jobs/state.ts',
  'lib/jobs/retryPolicy.ts',
  'lib/connections/address.ts',
  'lib/connections/key.ts',
  'lib/connections/services.ts',
  'lib/connections/urlTemplates.ts',
];
/** Run in the page that is looked at. */
const inThePage = ['tracking/scan', 'tracking/scanPieces', 'tracking/ownVisits', 'trackers/scan'].map(
  (name) => `lib/${name}.ts`,
);
/** Each kind of service is a folder. */
const kinds = readdirSync(join(root, 'lib/services'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** Where each of them has its one line. */
const kindTables = ['kinds', 'kindForms', 'tokenScripts', 'traits'].map((name) => `lib/services/${name}.ts`);
/** The same on both sides of the message boundary, and without zod. */
const alsoForPages =
  'readPages searchProof rateLimit limitHeaders traits websiteFields codeForms kindForms tokenScripts'
    .split(' ')
    .map((name) => `lib/services/${name}.ts`)
    .concat(kinds.flatMap((kind) => [`lib/services/${kind}/traits.ts`, `lib/services/${kind}/codeForms.ts`]));
const types = ({ typeOnly }: Import) => typeOnly;

const rules: { rule: string; applies: (one: Import) => boolean; allowed: (one: Import) => boolean }[] = [
  {
    rule: 'lib/services knows HTTP and no browser: it imports zod, itself, what a host is, which address may get a key, how long an input may be, how old a moment is and what a record is, nothing else',
    applies: ({ from }) => from.startsWith('lib/services/'),
    allowed: ({ to }) =>
      /^(lib\/services\/|zod|lib\/hosts\/(hostOf|variants|mayCarryKey)\.ts$|lib\/util\/(sleep|queue|inputLimits|moments|isRecord)\.ts$)/.test(
        to,
      ),
  },
  {
    rule: 'the pure rooms (hosts, tracking, trackers, audit, addMany, websites, a job’s state, addresses and keys) reach only one another, and how a list is read',
    applies: ({ from }) => within(...pure)(from) && !inThePage.includes(from),
    allowed: (one) =>
      types(one) ||
      ['tldts', 'parse5'].includes(one.to) ||
      one.to.startsWith('lib/util/') ||
      alsoForPages.includes(one.to) ||
      within(...pure)(one.to),
  },
  {
    rule: 'components know no storage, no messages, no browser API: their hooks (use….ts) do',
    applies: ({ from }) => from.startsWith('components/') && !/\/use\w+\.ts$/.test(from),
    allowed: (one) =>
      types(one) ||
      alsoForPages.includes(one.to) ||
      !(isBrowser(one.to) || /^lib\/(storage|messages|background|services|connections\/permissions)/.test(one.to)),
  },
  {
    rule: 'a view of a page asks and stores nothing itself: its hooks (use….ts) do',
    applies: ({ from }) => from.startsWith('entrypoints/') && from.endsWith('.tsx'),
    allowed: (one) =>
      types(one) || !(isBrowser(one.to) || /^lib\/(storage|messages|background|connections\/permissions)/.test(one.to)),
  },
  {
    rule: 'only entrypoints/background.ts reaches lib/background',
    applies: ({ to }) => to.startsWith('lib/background/'),
    allowed: ({ from }) => from === 'entrypoints/background.ts' || from.startsWith('lib/background/'),
  },
  {
    rule: 'pages and components import lib/services as types only: no zod in a page',
    applies: ({ from, to }) => (isPage(from) || from.startsWith('components/')) && to.startsWith('lib/services/'),
    allowed: (one) => types(one) || alsoForPages.includes(one.to),
  },
  {
    rule: 'nothing in lib imports a component or an entry point',
    applies: ({ from }) => from.startsWith('lib/'),
    allowed: ({ to }) => !within('components/', 'entrypoints/')(to),
  },
  {
    rule: 'no component imports an entry point: what only one page shows lies beside that page',
    applies: ({ from }) => from.startsWith('components/'),
    allowed: ({ to }) => !to.startsWith('entrypoints/'),
  },
  {
    rule: 'no page reaches into another page: what two share lies in components or lib',
    applies: ({ from, to }) => isPage(from) && to.startsWith('entrypoints/'),
    allowed: ({ from, to }) => from.split('/')[1] === to.split('/')[1],
  },
  {
    rule: 'a kind of service is reached through the tables of kinds alone',
    applies: ({ to }) => kinds.some((kind) => to.startsWith(`lib/services/${kind}/`)),
    allowed: ({ from }) => kindTables.includes(from) || kinds.some((kind) => from.startsWith(`lib/services/${kind}/`)),
  },
  {
    rule: 'only the packages that are meant to travel do',
    applies: ({ to, typeOnly }) => isPackage(to) && !typeOnly,
    allowed: ({ to }) => /^(wxt\/|preact|zod|tldts|idb|parse5|#i18n)/.test(to),
  },
];

/** What vitest itself runs. */
const byVitest = ['setupFile', 'freshTest', 'globalSetup'].map((name) => `test/tools/${name}.ts`);

describe('who may import whom', () => {
  test('there is something to read', () => {
    expect(files.length).toBeGreaterThan(30);
    expect(imports.length).toBeGreaterThan(100);
  });

  test.each(rules)('$rule', ({ applies, allowed }) => {
    const broken = imports.filter((one) => applies(one) && !allowed(one));
    expect(broken.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
    expect(imports.some(applies)).toBe(true);
  });

  test('zod never travels in a page: what a page reaches by value has no zod', () => {
    const reached = reachedFrom(files.filter(isPage), imports);
    const isService = (path: string) => path.startsWith('lib/services/') && !alsoForPages.includes(path);
    expect(reached.filter((path) => path.startsWith('zod') || isService(path))).toEqual([]);
    expect(reached.length).toBeGreaterThan(30);
  });

  test('npm scripts run in Node alone, and so without vitest', () => {
    const tests = filesIn('test');
    const tools = tests.filter(within('test/tools/', 'test/bench/')).filter((path) => !byVitest.includes(path));
    const reached = reachedFrom(tools, tests.flatMap(importsOf));
    expect(reached.filter((path) => path === 'vitest')).toEqual([]);
    expect(reached).toContain('test/e2e/accessibility/audits.ts');
  });

  test('nothing outside the folders of the kinds and their tables names one', () => {
    const names = new RegExp(kinds.join('|'), 'i');
    // Who else counts visits is a matter of products, whether Waymark can ask them or not.
    const own = within(...kinds.map((kind) => `lib/services/${kind}/`), 'lib/trackers/', 'lib/text/trackers.ts');
    const naming = files.filter(
      (file) => !own(file) && !kindTables.includes(file) && names.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(naming).toEqual([]);
    expect(kinds.length).toBeGreaterThan(0);
  });

  test('no import cycle, of types neither', () => {
    const open = new Set<string>();
    const closed = new Set<string>();
    const cycles: string[] = [];
    const follow = (file: string, way: readonly string[]) => {
      if (open.has(file)) cycles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
      if (open.has(file) || closed.has(file)) return;
      open.add(file);
      for (const { from, to } of imports) if (from === file) follow(to, [...way, file]);
      open.delete(file);
      closed.add(file);
    };
    for (const file of files) follow(file, []);
    expect(cycles).toEqual([]);
  });

  test.each(['lib', 'test/unit', 'test/e2e'])(
    '%s holds rooms, and no more loose files than its own rules',
    (folder) => {
      const loose = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isFile());
      const own = folder === 'test/unit' ? ['SURVIVORS.md', 'rules.test.ts'] : [];
      expect(loose.map(({ name }) => name).filter((name) => !own.includes(name))).toEqual([]);
    },
  );

  test.each(files.map((file) => [file]))('%s is at most 300 lines', (file) => {
    expect(readFileSync(join(root, file), 'utf8').split('\n').length).toBeLessThanOrEqual(301);
  });
});
