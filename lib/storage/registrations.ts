import type { Setting } from './settings.ts';

/** A site's registration that is under way, started from the menu or by a keyboard shortcut. */
export interface Registering {
  account: string;
  host: string;
  /** The name of the connection. Missing if there is only one connection. */
  name?: string;
  private?: true;
}

/**
 * The registrations under way, by the id of the tab whose toolbar button shows the progress. They are in memory only,
 * like the state of the buttons.
 */
export const registering: Setting<Readonly<Record<string, Registering>>> = {
  key: 'registering',
  area: 'session',
  fallback: {},
};
