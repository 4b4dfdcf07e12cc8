/** The parts of Chromium's extension API that the harness and the tests call inside extension pages and the worker. */
declare const chrome: {
  runtime: { sendMessage(message: unknown): Promise<unknown> };
  permissions: {
    getAll(): Promise<{ origins?: string[]; permissions?: string[] }>;
    request(wanted: { origins?: string[]; permissions?: string[] }): Promise<boolean>;
    remove(granted: { origins?: string[]; permissions?: string[] }): Promise<boolean>;
  };
  storage: Record<
    'local' | 'session' | 'sync' | 'managed',
    {
      get(keys: null): Promise<Record<string, unknown>>;
      get(key: 'connections'): Promise<{
        connections?: {
          value: {
            list: { id: string; analyticsUrl: string; account: string; seoUrl?: string; seoAccount?: string }[];
          };
        };
      }>;
      set(items: Record<string, unknown>): Promise<void>;
      remove(key: string): Promise<void>;
      clear(): Promise<void>;
    }
  >;
  alarms: {
    getAll(): Promise<{ name: string; scheduledTime: number }[]>;
    create(name: string, when: { when: number }): Promise<void>;
  };
  notifications: { getAll(callback: (all: Record<string, boolean>) => void): void };
  contextMenus: { onClicked: { dispatch(info: Record<string, unknown>, tab?: unknown): void } };
  tabs: {
    query(filter: Record<string, unknown>): Promise<{ id?: number; url?: string; windowId?: number }[]>;
    get(id: number): Promise<{ id?: number; url?: string; windowId?: number }>;
    remove(id: number): Promise<void>;
  };
  action: {
    getBadgeText(of: { tabId?: number }): Promise<string>;
    getTitle(of: { tabId?: number }): Promise<string>;
  };
};
