import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { privateBuild, type Target } from '../../tools/build.ts';

const targets: Target[] = ['chrome', 'edge', 'firefox', 'safari'];
const made: Partial<Record<Target, string>> = {
  chrome: process.env.WAYMARK_BUILD,
  firefox: process.env.WAYMARK_BUILD_FIREFOX,
};
const temporary: string[] = [];
const folder = {} as Record<Target, string>;

interface Manifest extends Record<string, unknown> {
  permissions: string[];
  icons: Record<string, string>;
  commands: Record<string, { suggested_key?: object }>;
  content_security_policy: { extension_pages: string };
}
const manifest = async (target: Target): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder[target], 'manifest.json'), 'utf8'));

beforeAll(async () => {
  for (const target of targets) {
    const build = made[target] ?? (await privateBuild(target));
    if (!made[target]) temporary.push(build);
    folder[target] = build;
  }
}, 240_000);
afterAll(() => Promise.all(temporary.map((build) => rm(build, { recursive: true, force: true }))));

const files = async (target: Target) =>
  (await readdir(folder[target], { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe.for(targets)('%s', (target) => {
  test('asks for little at install, and for no host', async () => {
    const { permissions, ...rest } = await manifest(target);
    expect(permissions).toEqual(['storage', 'activeTab', 'scripting', 'contextMenus', 'alarms']);
    const none = ['host_permissions', 'content_scripts', 'web_accessible_resources', 'externally_connectable', 'key'];
    expect(none.filter((key) => key in rest)).toEqual([]);
    expect(rest.manifest_version).toBe(3);
    expect(rest.optional_permissions).toEqual(['notifications', 'tabs', 'bookmarks']);
  });

  test('suggests a key for its popup, and none that registers', async () => {
    const { commands } = await manifest(target);
    expect(Object.entries(commands).map(([name, { suggested_key }]) => [name, suggested_key])).toEqual([
      ['_execute_action', { default: 'Alt+Shift+Y', mac: 'MacCtrl+Shift+Y' }],
      ['track-site', undefined],
    ]);
  });

  test('runs nothing from elsewhere', async () => {
    const policy = (await manifest(target)).content_security_policy.extension_pages;
    for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/unsafe|\*(?!;)\s*script/);
  });

  test('every icon is there in its size', async () => {
    const { icons } = await manifest(target);
    expect(Object.keys(icons)).toEqual(['16', '24', '32', '48', '128']);
    for (const [size, path] of Object.entries(icons)) {
      const png = await readFile(join(folder[target], path));
      expect([png.readUInt32BE(16), png.readUInt32BE(20)], path).toEqual([Number(size), Number(size)]);
    }
  });

  test('is small, and holds no map of its sources', async () => {
    const all = await files(target);
    expect(all.filter((path) => /\.(map|ts|tsx|env)$/.test(path))).toEqual([]);
  });
});

test('what differs between the browsers is these lines of the manifest, and nothing else', async () => {
  const differing = ['background', 'browser_specific_settings', 'minimum_chrome_version', 'options_ui', 'commands'];
  const { chrome, edge, firefox, safari } = Object.fromEntries(
    await Promise.all(targets.map(async (target) => [target, await manifest(target)])),
  ) as Record<Target, Manifest>;
  const common = (one: Manifest) => Object.fromEntries(Object.entries(one).filter(([key]) => !differing.includes(key)));
  expect(edge).toEqual(chrome);
  expect(common(firefox)).toEqual(common(chrome));
  expect(common(safari)).toEqual(common(chrome));
  expect(chrome).toMatchObject({ background: { service_worker: 'background.js' }, minimum_chrome_version: '123' });
  expect(chrome).not.toHaveProperty('browser_specific_settings');
  expect(firefox).not.toHaveProperty('minimum_chrome_version');
  expect(firefox).toMatchObject({
    background: { scripts: ['background.js'] },
    browser_specific_settings: {
      gecko: {
        id: 'waymark@waymark.example',
        strict_min_version: '140.0',
        data_collection_permissions: { required: ['browsingActivity', 'authenticationInfo'] },
      },
      gecko_android: { strict_min_version: '142.0' },
    },
  });
});

/** Features that need a recent browser: how each looks in the build, and the first Chromium and Firefox with it. */
const features: [name: string, looks: RegExp, chromium: number, firefox: number][] = [
  ['light-dark()', /light-dark\(/, 123, 120],
  [':has()', /:has\(/, 105, 121],
  ['dvh', /\ddvh/, 108, 101],
  ['nesting', /[{;}]&[.:\s[][^{};]*\{/, 120, 117],
  ['@starting-style', /@starting-style/, 117, 129],
  ['popover', /popover(?:target|=)|showPopover/, 114, 125],
  ['anchors', /anchor-name|position-anchor/, 125, 147],
  ['relative colours', /(?:rgb|hsl|oklch|oklab)\(from /, 119, 128],
  ['Promise.withResolvers', /Promise\.withResolvers/, 119, 121],
  ['Promise.try', /Promise\.try\(/, 128, 134],
  ['AbortSignal.any', /AbortSignal\.any/, 116, 124],
  ['URL.canParse', /URL\.canParse/, 120, 115],
  ['URL.parse', /\bURL\.parse\(/, 126, 126],
  ['Object.groupBy', /Object\.groupBy|Map\.groupBy/, 117, 119],
  ['Array.fromAsync', /Array\.fromAsync/, 121, 115],
  ['sets as sets', /\.(?:isSubsetOf|isSupersetOf|symmetricDifference|isDisjointFrom)\(/, 122, 127],
  ['iterators’ helpers', /\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|toArray|some|every|find)\(/, 122, 131],
  ['RegExp.escape', /RegExp\.escape/, 136, 134],
  ['base64 of bytes', /\.(?:toBase64|toHex|fromBase64|fromHex)\(/, 140, 133],
  ['scheduler.yield', /scheduler\.yield/, 129, 142],
  ['Intl.DurationFormat', /DurationFormat/, 129, 136],
  ['using', /\b(?:await )?using \w+ ?=/, 134, 141],
];

test.for([
  ['chrome', 123],
  ['firefox', 140],
] as const)('%s %i, the version it asks for, knows all that it uses', async ([target, stated]) => {
  const texts = await Promise.all(
    (await files(target)).filter((path) => /\.(js|css|html)$/.test(path)).map((path) => readFile(path, 'utf8')),
  );
  const column = target === 'chrome' ? 2 : 3;
  const used = features.filter(([, looks]) => texts.some((text) => looks.test(text)));
  expect(used.filter((feature) => feature[column] > stated).map(([name]) => name)).toEqual([]);
  // Otherwise, the stated version is too new, or the table no longer covers what is used.
  expect(used.map(([name]) => name)).toContain('light-dark()');
});
