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
const tool = (...names: string[]) => ({
  optionalDependencies: Object.fromEntries(names.map((each) => [each, '1.0.0'])),
});
const six = Object.fromEntries(
  platforms.map(({ os, cpu }) => [`node_modules/tool-${os}-${cpu}`, native(os, cpu)] as const),
);
const names = platforms.map(({ os, cpu }) => `tool-${os}-${cpu}`);

test.each<{ is: string; lock: Packages; lacks?: string[]; without?: string[] }>([
  { is: 'whole', lock: { 'node_modules/tool': tool(...names), ...six } },
  { is: 'no programs', lock: { 'node_modules/tool': { version: '1.0.0' } } },
  {
    is: 'one not in the lock file',
    lock: { 'node_modules/tool': tool(...names, 'tool-android'), ...six },
    lacks: ['node_modules/tool lacks tool-android@1.0.0'],
  },
  {
    is: 'one in another version',
    lock: {
      'node_modules/tool': tool(...names),
      ...six,
      'node_modules/tool-linux-x64': native('linux', 'x64', '2.0.0'),
    },
    lacks: ['node_modules/tool lacks tool-linux-x64@1.0.0'],
  },
  {
    is: 'its own copy, not the one further out',
    lock: {
      'node_modules/a/node_modules/tool': tool(...names),
      ...six,
      'node_modules/tool-linux-x64': native('linux', 'x64', '2.0.0'),
      'node_modules/a/node_modules/tool-linux-x64': native('linux', 'x64'),
    },
  },
  {
    is: 'a part of what is for one platform itself',
    lock: {
      'node_modules/mac': { ...tool('tool-darwin-arm64'), os: ['darwin'], cpu: ['arm64'] },
      ...six,
    },
  },
  {
    is: 'a platform that is not made',
    lock: { 'node_modules/tool': tool(...names.slice(1)), ...six },
    without: ['node_modules/tool has nothing for linux x64'],
  },
])('reading a lock file: $is', ({ lock, lacks = [], without = [] }) => {
  expect(missing(lock)).toEqual(lacks);
  expect(unserved(lock)).toEqual(without);
});
