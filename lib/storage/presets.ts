import { type Fields, siteFields } from './fields.ts';
import { readFields, readList } from './readParts.ts';
import type { Setting } from './setting.ts';

/** The fields of a preset. They are in a file of their own, because the popup does not need them. */
export const presetFields = {
  name: { type: 'text', required: true },
  ...siteFields,
  /** The passwords for privacy 2 (Password): a generated one for each website (`each`), or one for all (`common`). */
  password: { type: 'choice', choices: ['each', 'common'], initial: 'each' },
} as const;

/** A named set of fields for adding many sites. */
export type Preset = Fields<typeof presetFields>;

export const presets: Setting<Preset[]> = {
  key: 'presets',
  area: 'local',
  fallback: [],
  keepsUnread: true,
  parse: (value, tell) => readList(value, (one) => readFields(presetFields, one), tell),
};
