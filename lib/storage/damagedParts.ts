/** What a person has set, by the parts that can be reset one by one. */
export const settingsParts = [
  'connections',
  'defaults',
  'presets',
  'preferences',
  'keys',
  'passwords',
  'policy',
  'audits',
] as const;
export type SettingsPart = (typeof settingsParts)[number];

/** A part of the settings that cannot be read, or not all of it. */
export interface DamagedPart {
  part: SettingsPart;
  /** The names of the damaged connections, as far as they can be read. */
  places: string[];
}
