import { isRecord } from '../util/isRecord.ts';
import { readList } from './readParts.ts';
import { type Defaults, defaults, oneOfValues, type Setting } from './settings.ts';

/** Named fields for adding many sites, never with a password. */
export interface Preset extends Omit<Defaults, 'hasPassword'> {
  name: string;
  /** With privacy 2: one password for all, or a generated one for each. */
  password: 'each' | 'common';
}

function parsePreset(value: unknown): Preset | undefined {
  const fields = defaults.parse(value);
  if (!fields || !isRecord(value) || typeof value.name !== 'string' || !value.name) return undefined;
  const { hasPassword: _, ...rest } = fields;
  return { ...rest, name: value.name, password: oneOfValues(value.password, ['each', 'common'], 'each') };
}

export const presets: Setting<Preset[]> = {
  key: 'presets',
  area: 'local',
  version: 1,
  fallback: [],
  keepsUnread: true,
  parse: (value, tell) => readList(value, parsePreset, tell),
};
