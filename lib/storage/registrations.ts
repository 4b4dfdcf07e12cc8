import { isRecord } from '../util/isRecord.ts';
import { isText, readTable } from './readParts.ts';
import type { Setting } from './settings.ts';

/** A registration that was started from the menu or by a shortcut. */
export interface Registering {
  account: string;
  host: string;
  /** The connection's name, if there are several. */
  name?: string;
  /** Whether it was started in a private window. */
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
 * The registrations under way, by the id of the tab whose toolbar button shows them. In memory only, like the button.
 */
export const registering: Setting<Readonly<Record<string, Registering>>> = {
  key: 'registering',
  area: 'session',
  version: 1,
  fallback: {},
  parse: (value) => readTable(value, parseRegistering),
};
