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
  /**
   * For the part `connections`: the name and address of each damaged connection, as far as they can be read, and the
   * name of the field if only a field is damaged. Empty for all other parts.
   */
  places: string[];
}
