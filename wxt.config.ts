import type { Plugin } from 'vite';
import { defineConfig } from 'wxt';

/**
 * The browsers' own interface in the polyfill's place, where every millisecond counts: all that Waymark runs in give
 * promises to Manifest V3, and the polyfill is 3 kB (gzip) to read and evaluate at every start.
 */
const native: Plugin = {
  name: 'waymark:native',
  enforce: 'pre',
  resolveId: (id) => (id === 'webextension-polyfill' ? '\0native' : undefined),
  load: (id) => (id === '\0native' ? 'export default globalThis.browser?.runtime?.id ? browser : chrome;' : undefined),
};

/** The popup, what it asks early, and the worker. */
const timely: ReadonlySet<string> = new Set(['popup', 'unlisted-script', 'background']);

/** Without the helper that fetches a script's imports and styles ahead of it: the popup's one style is always there. */
const unhelped: Plugin = {
  name: 'waymark:unhelped',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined),
};

/** Nothing of Waymark makes HTML of a text; what Preact has for it makes a text of it, should anything ever ask. */
const textOnly: Plugin = {
  name: 'waymark:text-only',
  transform: (code, id) =>
    id.includes('/node_modules/preact/') ? code.replaceAll(/\.innerHTML\s*=(?!=)/g, '.textContent=') : undefined,
};

export default defineConfig({
  imports: false,
  // Firefox and Safari would be given version 2 otherwise, which knows no optional hosts.
  manifestVersion: 3,
  modules: ['@wxt-dev/webextension-polyfill', '@wxt-dev/i18n/module', '@wxt-dev/auto-icons'],
  i18n: { localesDir: 'assets/locales' },
  // What the stores' reviewers build from: all but the pictures for the stores.
  zip: { excludeSources: ['assets/store/**'] },
  autoIcons: { baseIconPath: 'assets/icon.svg', sizes: [16, 24, 32, 48, 64, 96, 128] },
  hooks: {
    // Built by itself: one script and one style on its way, and nothing in them that only other pages use.
    'entrypoints:grouped': (_wxt, groups) => {
      for (const group of [...groups]) {
        const at = Array.isArray(group) ? group.findIndex(({ type }) => type === 'popup') : -1;
        if (Array.isArray(group) && at >= 0) groups.push(group.splice(at, 1));
      }
    },
    'vite:build:extendConfig': (entrypoints, config) => {
      const types = entrypoints.map(({ type }) => type);
      if (types.some((type) => timely.has(type))) config.plugins?.push(native);
      if (!types.includes('popup')) return;
      config.plugins?.push(unhelped);
      config.build = {
        ...config.build,
        modulePreload: false,
        cssCodeSplit: false,
        rolldownOptions: {
          ...config.build?.rolldownOptions,
          preserveEntrySignatures: false,
          output: {
            ...config.build?.rolldownOptions?.output,
            codeSplitting: { groups: [{ name: 'popup', tags: ['$initial'] }] },
          },
        },
      };
    },
  },
  vite: () => ({
    plugins: [textOnly],
    // Never the development form, whatever NODE_ENV says: it carries the paths of the machine it was built on.
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      // The versions that the manifest asks for.
      target: ['chrome123', 'firefox140', 'safari17.5'],
      // All of them have it themselves.
      modulePreload: { polyfill: false },
      sourcemap: false,
      // Otherwise the public suffix list, one constant, is bundled a second time.
      // And what is evaluated only when it is needed, the list, shall not be compiled before.
      rolldownOptions: { optimization: { inlineConst: false, pifeForModuleWrappers: false } },
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
    commands: {
      _execute_action: {},
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
