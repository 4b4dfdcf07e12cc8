import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Package {
  version?: string;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
}

type Packages = Record<string, Package>;

const platforms = ['linux', 'darwin', 'win32'].flatMap((os) => ['x64', 'arm64'].map((cpu) => ({ os, cpu })));

/** The entry that a package's dependency is resolved to: its own copy, or the nearest one further out. */
function resolved(packages: Packages, owner: string, name: string): Package | undefined {
  const folders = owner.split(/\/?node_modules\//);
  const outwards = folders.map((_, index) => folders.slice(1, folders.length - index));
  const paths = outwards.map((outer) => [...outer, name].map((each) => `node_modules/${each}`).join('/'));
  return paths.map((path) => packages[path]).find(Boolean);
}

/** What `npm ci` refuses: an optional package that is named by another and not in the lock file in that version. */
function missing(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => {
        const found = resolved(packages, owner, name);
        return !found || (/^\d/.test(version) && found.version !== version);
      })
      .map(([name, version]) => `${owner || 'this project'} lacks ${name}@${version}`),
  );
}

/** Programs that come as one package for each platform, and the platforms of ours that they lack. */
function unserved(packages: Packages): string[] {
  const anywhere = Object.entries(packages).filter(([, { os, cpu }]) => !os && !cpu);
  return anywhere.flatMap(([owner, { optionalDependencies = {} }]) => {
    const natives = Object.keys(optionalDependencies)
      .map((name) => resolved(packages, owner, name))
      .filter((each) => each?.os && each.cpu);
    if (!natives.length) return [];
    return platforms
      .filter(({ os, cpu }) => !natives.some((each) => each?.os?.includes(os) && each.cpu?.includes(cpu)))
      .map(({ os, cpu }) => `${owner || 'this project'} has nothing for ${os} ${cpu}`);
  });
}

const { packages } = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'));

test('every optional package is in the lock file, so `npm ci` takes it on any platform', () => {
  expect(missing(packages)).toEqual([]);
});

test('every program is there for Linux, macOS and Windows on both processors', () => {
  expect(unserved(packages)).toEqual([]);
});

const native = (os: string, cpu: string, version = '1.0.0') => ({ version, os: [os], cpu: [cpu] });
const tool = (...names: string[]) => ({ optionalDependencies: Object.fromEntries(names.map((one) => [one, '1.0.0'])) });
const six = Object.fromEntries(
  platforms.map(({ os, cpu }) => [`node_modules/tool-${os}-${cpu}`, native(os, cpu)] as const),
);
const names = platforms.map(({ os, cpu }) => `tool-${os}-${cpu}`);

const all = { 'node_modules/tool': tool(...names), ...six };
const other = { 'node_modules/tool-linux-x64': native('linux', 'x64', '2.0.0') };
const inner = { 'node_modules/a/node_modules/tool-linux-x64': native('linux', 'x64') };
const lacks = (name: string) => `node_modules/tool lacks ${name}@1.0.0`;

test.each(
  Object.entries<[Packages, lacking: string[], without?: string[]]>({
    whole: [all, []],
    'one not in it': [{ ...all, 'node_modules/tool': tool(...names, 'tool-android') }, [lacks('tool-android')]],
    'one in another version': [{ ...all, ...other }, [lacks('tool-linux-x64')]],
    'its own copy, not the one further out': [
      { 'node_modules/a/node_modules/tool': tool(...names), ...six, ...other, ...inner },
      [],
    ],
    'for one platform itself': [
      { 'node_modules/mac': { ...tool('tool-darwin-arm64'), os: ['darwin'], cpu: ['arm64'] }, ...six },
      [],
    ],
    'a platform that is not made': [
      { 'node_modules/tool': tool(...names.slice(1)), ...six },
      [],
      ['node_modules/tool has nothing for linux x64'],
    ],
  }),
)('reading a lock file: %s', (_is, [lock, lacking, without = []]) => {
  expect(missing(lock)).toEqual(lacking);
  expect(unserved(lock)).toEqual(without);
});
