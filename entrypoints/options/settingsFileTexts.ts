import type { connectionFields, Names, preferenceFields } from '@/lib/storage/fields.ts';
import type { presetFields } from '@/lib/storage/presets.ts';
import type { FieldChange, PartChange, Permitted, Plan, Refused } from '@/lib/storage/settingsFile.ts';
import type { Fault } from '@/lib/storage/writtenSettings.ts';
import { listText, t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/sites.ts';
import { hostChoices, type SettingName, settingRows } from './settingsTable.ts';

type Shown<T> = Exclude<keyof T, Names<T, { only: string } | { type: 'record' }>>;

const labels = Object.fromEntries(settingRows.map(({ name, label }) => [name, label])) as Record<
  SettingName,
  () => string
>;

const fieldNames: Record<
  Shown<typeof connectionFields> | Shown<typeof presetFields> | Shown<typeof preferenceFields> | 'teamName',
  () => string
> = {
  name: () => t('manage.name'),
  analyticsUrl: () => t('popup.service_address'),
  seoUrl: () => t('options.seo_address'),
  rules: () => t('options.file_rules'),
  teamName: () => t('team.new_sites'),
  password: () => t('password.label'),
  ...labels,
};

const choices: Record<string, () => string> = {
  ...Object.fromEntries(hostChoices.map(({ value, label }) => [value, label])),
  each: () => t('addmany.password_each'),
  common: () => t('addmany.password_common'),
};

function valueText(field: string, value: unknown): string {
  if (field === 'privacy' && value !== undefined) return privacyText(value as 0 | 1 | 2);
  if (typeof value === 'boolean' || typeof value === 'number') return t(value ? 'manage.on' : 'manage.off');
  if (Array.isArray(value) && value.length) return value.join(', ');
  if (typeof value !== 'string' || !value) return t('options.file_empty');
  return (['hostChoice', 'password'].includes(field) && choices[value]?.()) || value;
}

const fieldText = (field: string): string => fieldNames[field as keyof typeof fieldNames]?.() ?? field;

export const changeText = ({ field, before, after }: FieldChange): [name: string, change: string] => [
  fieldText(field),
  before === undefined
    ? valueText(field, after)
    : t('options.file_becomes', { before: valueText(field, before), after: valueText(field, after) }),
];

const partNames: Record<PartChange['part'], (name: string) => string> = {
  connections: (name) => name,
  defaults: () => t('options.defaults'),
  presets: (name) => t('options.file_preset', { name }),
  preferences: () => t('options.preferences'),
};

export const partText = ({ part, name = '' }: PartChange): string => partNames[part](name);

export const unchangedText = ({ changes }: Plan): string => {
  const names = changes.filter(({ outcome }) => outcome === 'unchanged').map(partText);
  return names.length ? t('options.file_unchanged', { names: listText(names) }) : '';
};

export const leftOffText = (names: readonly Permitted[]): string =>
  names.length ? t('options.file_left_off', { names: listText(names.map(fieldText)) }) : '';

const faults: Record<Fault['reason'], (wanted: string) => string> = {
  unknown: () => t('options.fault_unknown'),
  missing: () => t('options.fault_missing'),
  expected: (wanted) => t('options.fault_expected', { wanted }),
  size: () => t('options.fault_size'),
  value: () => t('options.fault_value'),
  address: () => t('popup.address_refused'),
  rule: () => t('options.fault_rule'),
  template: () => t('options.fault_template'),
  twice: () => t('options.fault_twice'),
};

export const faultText = ({ reason, wanted = '' }: Fault): string =>
  (Object.hasOwn(faults, reason) ? faults[reason] : faults.value)(wanted);

type FileRefusal = Refused | { refused: 'unreadable' };
const refusals: Record<FileRefusal['refused'], () => string> = {
  'too-large': () => t('options.file_too_large'),
  'not-json': () => t('options.file_not_json'),
  'not-settings': () => t('options.file_not_settings'),
  newer: () => t('options.file_newer'),
  unreadable: () => t('addmany.file_failed'),
};

export const fileRefusalText = (refusal: FileRefusal): string =>
  'release' in refusal && refusal.release
    ? t('options.file_newer_named', { release: refusal.release })
    : refusals[refusal.refused]();
