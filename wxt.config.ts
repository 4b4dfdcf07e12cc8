import { defineConfig } from 'wxt';

export default defineConfig({
  imports: false,
  modules: ['@wxt-dev/webextension-polyfill', '@wxt-dev/i18n/module', '@wxt-dev/auto-icons'],
  i18n: { localesDir: 'assets/locales' },
  autoIcons: { baseIconPath: 'assets/icon.svg' },
  vite: () => ({
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      sourcemap: false,
      // Otherwise the public suffix list, one constant, is bundled a second time.
      rolldownOptions: { optimization: { inlineConst: false } },
    },
  }),
  manifest: ({ browser }) => ({
    name: '__MSG_extension_name__',
    description: '__MSG_extension_description__',
    default_locale: 'en',
    permissions: ['storage', 'activeTab', 'scripting', 'contextMenus', 'alarms'],
    optional_permissions: ['notifications', 'tabs'],
    optional_host_permissions: ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*', 'http://[::1]/*'],
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
      : { minimum_chrome_version: '120' }),
  }),
});
