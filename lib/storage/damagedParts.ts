/** The parts of a person's settings that can be reset separately. */
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

/** A part of the settings that cannot be read completely. */
export interface DamagedPart {
  part: SettingsPart;
  /** The names of the damaged connections, as far as they can be read. Empty for all other parts. */
  places: string[];
}
