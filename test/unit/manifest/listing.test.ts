import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ConfigEnv, UserManifest } from 'wxt';
import config from '../../../wxt.config.ts';

const root = new URL('../../..', import.meta.url).pathname;
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const listing = read('assets/store/listing.md');
const policy = read('assets/store/privacy.md');
const describeManifest = config.manifest as (env: ConfigEnv) => UserManifest;
const manifest = describeManifest({ browser: 'firefox', mode: 'production', command: 'build', manifestVersion: 3 });

/** The paragraphs under a heading. */
const part = (heading: string) => listing.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0]?.trim() ?? '';

describe('the listing', () => {
  const asked = [manifest.permissions, manifest.optional_permissions, manifest.optional_host_permissions].flatMap(
    (list) => [...((list ?? []) as string[])],
  );
  const justified = [...part('Why each permission').matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);

  test('justifies each permission that is asked for, and no other', () => {
    expect(justified.sort()).toEqual(asked.sort());
  });

  test.for([
    ['Name', 45],
    ['Summary', 132],
    ['Description', 16_000],
    ['Single purpose', 1000],
  ] as const)('%s: at most %i characters', ([heading, most]) => {
    expect(part(heading).length).toBeGreaterThan(3);
    expect(part(heading).length).toBeLessThanOrEqual(most);
  });

  test('each justification fits its box: 1000 characters', () => {
    for (const line of part('Why each permission').split('\n')) expect(line.length).toBeLessThanOrEqual(1000);
  });

  test('says what Firefox is told of data', () => {
    const settings = manifest.browser_specific_settings?.gecko as {
      data_collection_permissions: { required: string[] };
    };
    for (const kind of settings.data_collection_permissions.required) expect(listing).toContain(`\`${kind}\``);
  });
});

test('the notes for reviewers name each file that runs a function in a page, and no other', () => {
  const sources = globSync('{entrypoints,components,lib}/**/*.{ts,tsx}', { cwd: root });
  const running = sources.filter((file) => /\bexecuteScript\b/.test(read(file)));
  const [, named = ''] = /^- \*\*`scripting`\*\*(.*?)(?=^- )/ms.exec(read('assets/store/reviewers.md')) ?? [];
  expect([...named.matchAll(/`([\w/]+\.tsx?)`/g)].map(([, file]) => file).toSorted()).toEqual(running.toSorted());
});

test('the privacy policy names what is kept and what is sent', () => {
  for (const word of ['domain', 'API key', 'password', 'Origin', 'private windows', 'history', 'score'])
    expect(policy).toContain(word);
});

test.for([
  ['1-popup-new', 1280, 800],
  ['2-popup-registered', 1280, 800],
  ['3-manage', 1280, 800],
  ['4-add-many', 1280, 800],
  ['5-settings', 1280, 800],
  ['promotional-tile', 440, 280],
] as const)('picture %s: %i x %i', ([name, width, height]) => {
  const png = readFileSync(`${root}assets/store/pictures/${name}.png`);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
});
