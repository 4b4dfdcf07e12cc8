import { isRecord } from '../util/isRecord.ts';
import { isText, readTable } from './readParts.ts';
import type { Setting } from './settings.ts';

/** A registration of a site that was started from the menu or by a keyboard shortcut and is under way. */
export interface Registering {
  account: string;
  host: string;
  /** The name of the connection, if there are several connections. */
  name?: string;
  private?: true;
}

function parseRegistering(value: unknown): Registering | undefined {
  if (!isRecord(value) || !isText(value.account) || !isText(value.host)) return undefined;
  return {
    account: value.account,
    host: value.host,
    ...(isText(value.name) ? { name: value.name } : {}),
    ...(value.private === true ? { private: true } : {}),
  };
}

/**
 * The registrations under way. Each is stored by the id of the tab whose toolbar button shows its progress. They are
 * kept in memory only, like the state of the buttons.
 */
export const registering: Setting<Readonly<Record<string, Registering>>> = {
  key: 'registering',
  area: 'session',
  fallback: {},
  parse: (value) => readTable(value, parseRegistering),
};
