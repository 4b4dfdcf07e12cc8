/** Chromium's extension API, as the harness and the tests call it inside extension pages and the worker. */
declare const chrome: {
  storage: {
    local: {
      get(key: 'connections'): Promise<{
        connections?: { value: import('../../../lib/storage/settings.ts').Connections };
      }>;
    };
  };
  contextMenus: { onClicked: { dispatch(info: object, tab?: unknown): void } };
} & typeof import('wxt/browser').browser;
