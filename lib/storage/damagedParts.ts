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
  /** For connections: the names of the damaged ones, as far as they can be read. Empty for other parts. */
  places: string[];
}
