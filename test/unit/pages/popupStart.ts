import type { PopupStart } from '@/entrypoints/popup/load.ts';
import { defaults, preferences } from '@/lib/storage/settings.ts';

/** What the popup begins with over a site, before anything is connected. */
export const popupStart = (host: string): PopupStart => ({
  url: `https://${host}/`,
  tabId: 1,
  site: { host, notes: [] },
  host,
  private: false,
  hasJob: false,
  connections: { list: [] },
  connection: undefined,
  known: [],
  defaults: defaults.fallback,
  preferences: preferences.fallback,
  said: '',
});
