import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMessagesFile } from '@wxt-dev/i18n/build';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { defineConfig } from 'wxt';
import { policySchema } from './lib/storage/policySchema.ts';

/**
 * Replaces the polyfill of the extension API with the browser's own API. All supported browsers return promises in
 * Manifest V3, and the polyfill is 3 kB (gzip) to parse and evaluate at the start of every page and of the worker.
 */
const nativeApi: Plugin = {
  name: 'waymark:native',
  enforce: 'pre',
  resolveId: (id) => (id === 'webextension-polyfill' ? '\0native' : undefined),
  load: (id) => (id === '\0native' ? 'export default globalThis.browser?.runtime?.id ? browser : chrome;' : undefined),
};

/** Drops Vite's preload helper. It loads the styles of imported chunks, but the popup's only style is always loaded. */
const noPreloadHelper: Plugin = {
  name: 'waymark:no-preload-helper',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined),
};

/** Replaces `innerHTML` with `textContent` in Preact. Waymark never turns text into HTML, and this guarantees it. */
const textOnly: Plugin = {
  name: 'waymark:text-only',
  transform: (code, id) =>
    id.includes('/node_modules/preact/') ? code.replaceAll(/\.innerHTML\s*=(?!=)/g, '.textContent=') : undefined,
};

/**
 * Lets parse5 know only the five names of characters that XML has (as in `&amp;`). Waymark reads addresses, in which
 * no other names are usual, and the list of all 2,231 names is 13 kB (gzip).
 */
const fewNames: Plugin = {
  name: 'waymark:few-names',
  transform: (code, id) =>
    id.includes('/node_modules/parse5/dist/tokenizer/')
      ? code.replaceAll('HtmlEntityDecoder', 'XmlEntityDecoder')
      : undefined,
};

/**
 * Whether a text is shown only on the options or manage page, judged by its key. Such texts are left out of `_locales`,
 * because browsers read all of `_locales` before they open the popup.
 */
const isPageText = (key: string) => /^(options|manage|addmany)_(?!badge_)/.test(key);

/** Turns the `.yml` file of each language into a script that has only the page texts (see `isPageText`). */
const pageTextScripts: Plugin = {
  name: 'waymark:page-texts',
  async load(id) {
    if (!id.endsWith('.yml')) return undefined;
    const messages = await parseMessagesFile(id);
    const texts = messages.map((one) => [one.key.join('_'), 'message' in one ? one.message : ''] as const);
    return `export default ${JSON.stringify(Object.fromEntries(texts.filter(([key]) => isPageText(key))))}`;
  },
};

const withoutPageTexts = (messages: string) =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(messages)).filter(([key]) => !isPageText(key))));

/** The file that describes the settings that an organisation may set, as a JSON Schema. */
const policyFile = 'policy.json';

/** The sizes of the icons (pixels). */
const iconSizes = [16, 24, 32, 48, 128];

export default defineConfig({
  imports: false,
  // WXT's default for Firefox and Safari is version 2, which has no `optional_host_permissions`.
  manifestVersion: 3,
  modules: ['@wxt-dev/webextension-polyfill', '@wxt-dev/i18n/module', '@wxt-dev/auto-icons'],
  i18n: { localesDir: 'assets/locales' },
  // Store reviewers build from this archive and need no store pictures.
  zip: { excludeSources: ['assets/store/**'] },
  autoIcons: { baseIconPath: 'assets/icon.svg', sizes: iconSizes },
  hooks: {
    // The icons have few colours, so a palette halves their size.
    'build:done': async ({ config: { outDir } }) => {
      for (const size of iconSizes) {
        const file = join(outDir, 'icons', `${size}.png`);
        await writeFile(
          file,
          await sharp(await readFile(file))
            .png({ palette: true, quality: 90 })
            .toBuffer(),
        );
      }
    },
    'build:publicAssets': (_wxt, assets) => {
      assets.push({ contents: JSON.stringify(policySchema), relativeDest: policyFile });
      for (const asset of assets)
        if ('contents' in asset && asset.relativeDest.endsWith('messages.json'))
          asset.contents = withoutPageTexts(asset.contents);
    },
    // Builds the popup separately, so that it starts with one script and one style, without code that only other pages
    // use.
    'entrypoints:grouped': (_wxt, groups) => {
      for (const group of [...groups]) {
        const at = Array.isArray(group) ? group.findIndex(({ type }) => type === 'popup') : -1;
        if (Array.isArray(group) && at >= 0) groups.push(group.splice(at, 1));
      }
    },
    'vite:build:extendConfig': (entrypoints, config) => {
      const types = entrypoints.map(({ type }) => type);
      if (types.includes('options')) {
        const { output } = config.build?.rolldownOptions ?? {};
        if (output && !Array.isArray(output)) {
          output.chunkFileNames = ({ facadeModuleId }) =>
            facadeModuleId?.endsWith('.yml') ? 'texts/[name].js' : 'chunks/[name]-[hash].js';
          // The code that both the options page and the manage page load first is one script, which compresses better
          // than six.
          output.codeSplitting = { groups: [{ name: 'shared', tags: ['$initial'], minShareCount: 2 }] };
        }
      }
      if (!types.includes('popup')) return;
      config.plugins?.push(noPreloadHelper);
      config.build = {
        ...config.build,
        modulePreload: false,
        cssCodeSplit: false,
        rolldownOptions: {
          ...config.build?.rolldownOptions,
          preserveEntrySignatures: false,
          output: {
            ...config.build?.rolldownOptions?.output,
            // Code that several later parts share is one script, which compresses better than five.
            codeSplitting: {
              groups: [
                { name: 'popup', tags: ['$initial'] },
                { name: 'later', minShareCount: 2 },
              ],
            },
          },
        },
      };
    },
  },
  vite: () => ({
    plugins: [nativeApi, textOnly, fewNames, pageTextScripts],
    // Uses the production transform whatever NODE_ENV is: the development transform embeds paths of the build machine.
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      // The minimum versions in the manifest.
      target: ['chrome123', 'firefox140', 'safari17.5'],
      // All of these browsers support module preloading natively.
      modulePreload: { polyfill: false },
      sourcemap: false,
      // `inlineConst` would bundle the public suffix list a second time, because the list is one constant.
      // `pifeForModuleWrappers` would have the list compiled at the start instead of when it is needed.
      rolldownOptions: {
        optimization: { inlineConst: false, pifeForModuleWrappers: false },
        // Little more than the tokenizer of parse5 is used, but the package does not declare that its other modules can
        // be left out.
        treeshake: { moduleSideEffects: [{ test: /\/node_modules\/parse5\//, sideEffects: false }] },
      },
    },
  }),
  manifest: ({ browser }) => ({
    name: '__MSG_extension_name__',
    description: '__MSG_extension_description__',
    default_locale: 'en',
    permissions: ['storage', 'activeTab', 'scripting', 'contextMenus', 'alarms'],
    optional_permissions: ['notifications', 'tabs', 'bookmarks'],
    optional_host_permissions: ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'],
    content_security_policy: {
      extension_pages: [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        'connect-src https: http://localhost:* http://127.0.0.1:*',
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    },
    action: { default_icon: { 16: 'icons/16.png', 24: 'icons/24.png', 32: 'icons/32.png' } },
    omnibox: { keyword: 'wm' },
    storage: { managed_schema: policyFile },
    commands: {
      // Chrome, Edge, ChromeOS and Firefox do not use these shortcuts. On macOS, Option and Shift would type a letter.
      _execute_action: { suggested_key: { default: 'Alt+Shift+Y', mac: 'MacCtrl+Shift+Y' } },
      'track-site': { description: '__MSG_commands_track__' },
    },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'waymark@waymark.example',
              strict_min_version: '140.0',
              data_collection_permissions: { required: ['browsingActivity', 'authenticationInfo'] },
            },
            gecko_android: { strict_min_version: '142.0' },
          },
        }
      : browser === 'safari'
        ? { browser_specific_settings: { safari: { strict_min_version: '17.5' } } }
        : { minimum_chrome_version: '123' }),
  }),
});
