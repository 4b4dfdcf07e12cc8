import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import type { ConfigEnv, UserManifest } from 'wxt';
import config from '../../../wxt.config.ts';

const root = new URL('../../..', import.meta.url).pathname;
const describeManifest = config.manifest as (env: ConfigEnv) => UserManifest;
const manifestFor = (browser: string) =>
  describeManifest({ browser, mode: 'production', command: 'build', manifestVersion: 3 });

interface Support {
  version_added?: string | false;
  alternative_name?: string;
}
interface Known {
  __compat?: { support: Record<string, Support | Support[]> };
}
const require = createRequire(import.meta.url);
const { webextensions } = require('@mdn/browser-compat-data') as {
  webextensions: { api: Record<string, Record<string, Known>> };
};

/** The interfaces of the browser that are called, `area.member`, and where. */
function used(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const room of ['lib', 'components', 'entrypoints'])
    for (const name of readdirSync(`${root}${room}`, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name)) continue;
      const text = readFileSync(`${root}${room}/${name}`, 'utf8');
      for (const [, area, member] of text.matchAll(/\bbrowser\.(\w+)\??\.(\w+)/g))
        found.set(`${area}.${member}`, [...(found.get(`${area}.${member}`) ?? []), `${room}/${name}`]);
    }
  return found;
}

/** Since when a browser has it, as a number; undefined: it has not. */
function since(name: string, browser: string): number | undefined {
  const [area = '', member = ''] = name.split('.');
  // Chrome's name of what the table calls `menus`.
  const known = webextensions.api[area === 'contextMenus' ? 'menus' : area]?.[member];
  if (!known?.__compat) throw new Error(`Nothing is known of ${name}.`);
  const support = [known.__compat.support[browser] ?? {}].flat();
  const versions = support.map(({ version_added }) => version_added).filter((one) => typeof one === 'string');
  return versions.length ? Math.min(...versions.map((one) => Number.parseFloat(one.replace('≤', '')))) : undefined;
}

const gecko = manifestFor('firefox').browser_specific_settings;
const safari = manifestFor('safari').browser_specific_settings;

/** Asked for as the worker starts; without them nothing else is called. */
const keyword = {
  'omnibox.onInputChanged': 'asked for',
  'omnibox.onInputEntered': 'asked for',
  'omnibox.onInputStarted': 'asked for',
  'omnibox.setDefaultSuggestion': 'asked for',
} as const;

/**
 * What a browser lacks of what is called, each with what stands before the call. An `optional` permission that cannot
 * be granted is never held, so what needs it is never called.
 */
const lacking: [browser: string, version: string | undefined, Record<string, 'asked for' | 'optional'>][] = [
  ['chrome', manifestFor('chrome').minimum_chrome_version, {}],
  ['edge', manifestFor('edge').minimum_chrome_version, {}],
  ['firefox', gecko?.gecko?.strict_min_version, {}],
  [
    'firefox_android',
    gecko?.gecko_android?.strict_min_version,
    {
      'bookmarks.getTree': 'optional',
      'commands.onCommand': 'asked for',
      'contextMenus.create': 'asked for',
      'contextMenus.onClicked': 'asked for',
      'contextMenus.removeAll': 'asked for',
      ...keyword,
      'storage.managed': 'asked for',
      'windows.create': 'asked for',
      'windows.remove': 'asked for',
      'windows.update': 'asked for',
    },
  ],
  [
    'safari',
    safari?.safari?.strict_min_version,
    {
      'bookmarks.getTree': 'optional',
      'notifications.create': 'asked for',
      'notifications.onClicked': 'asked for',
      ...keyword,
      'runtime.getContexts': 'asked for',
      'runtime.onUpdateAvailable': 'asked for',
      'storage.managed': 'asked for',
    },
  ],
];

describe.each(lacking)('%s %s, the oldest that is asked for', (browser, version, absent) => {
  const least = Number.parseFloat(version ?? '');

  test('has every interface that is called, but for these', () => {
    const missing = [...used().keys()].filter((name) => !((since(name, browser) ?? Number.POSITIVE_INFINITY) <= least));
    // Tabs on Android: the table leaves the version open.
    expect(missing.filter((name) => name !== 'tabs.query').sort()).toEqual(Object.keys(absent).sort());
  });

  test.runIf(Object.keys(absent).length).each(Object.entries(absent))('%s is %s', (name, guard) => {
    const [area = '', member = ''] = name.split('.');
    const files = (used().get(name) ?? []).map((path) => readFileSync(`${root}${path}`, 'utf8'));
    const asked = new RegExp(`browser\\.${area}\\?\\.|!browser\\.${area}\\b|browser\\.${area}\\.${member}\\?\\.`);
    expect(files.length).toBeGreaterThan(0);
    if (guard === 'asked for') expect(files.every((text) => asked.test(text))).toBe(true);
    else expect(manifestFor(browser).optional_permissions).toContain(area);
  });
});

test('Safari’s manifest is Chrome’s, but for the version it asks for', () => {
  const { browser_specific_settings, ...rest } = manifestFor('safari');
  const { minimum_chrome_version: _, ...chrome } = manifestFor('chrome');
  expect(rest).toEqual(chrome);
  expect(browser_specific_settings).toEqual({ safari: { strict_min_version: '17.5' } });
});
