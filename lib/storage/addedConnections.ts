import { type Setting, textsIn } from './settings.ts';

/** The ids of connections that were added in the options page and may not be saved yet. */
export const addedConnections: Setting<string[]> = {
  key: 'addedConnections',
  area: 'session',
  version: 1,
  fallback: [],
  parse: textsIn,
};
