import type { Setting } from './settings.ts';

/** A registration of a site that was started from the menu or by a keyboard shortcut and is under way. */
export interface Registering {
  account: string;
  host: string;
  /** The name of the connection, if there are several connections. */
  name?: string;
  private?: true;
}

/**
 * The registrations under way. Each is stored by the id of the tab whose toolbar button shows its progress. They are
 * kept in memory only, like the state of the buttons.
 */
export const registering: Setting<Readonly<Record<string, Registering>>> = {
  key: 'registering',
  area: 'session',
  fallback: {},
};
