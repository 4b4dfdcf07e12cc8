import { type Fields, siteFields } from './fields.ts';
import { readFields, readList } from './readParts.ts';
import type { Setting } from './setting.ts';

/** The fields of a preset. They have a module of their own, because the popup does not need presets. */
export const presetFields = {
  name: { type: 'text', required: true },
  ...siteFields,
  /** With privacy 2: one password for all, or a generated one for each. Never the password itself. */
  password: { type: 'choice', choices: ['each', 'common'], initial: 'each' },
} as const;

/** Named fields for adding many sites. */
export type Preset = Fields<typeof presetFields>;

export const presets: Setting<Preset[]> = {
  key: 'presets',
  area: 'local',
  version: 1,
  fallback: [],
  keepsUnread: true,
  parse: (value, tell) => readList(value, (one) => readFields(presetFields, one), tell),
};
