import type { TemplateName } from '@/lib/connections/urlTemplates.ts';
import type { Traits } from '@/lib/services/types.ts';
import { type FieldName, fieldNames } from '@/lib/services/websiteFields.ts';
import type { Defaults, Preferences } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';

/** The values of all settings on this page: the preferences, and the defaults of new sites. */
export type Values = Defaults & Preferences;
export type SettingName = Exclude<keyof Values, 'fixedTemplates'>;
export type Section = 'preferences' | 'newSites' | 'pages';

/** The control of a setting. `switch`, `names` and `privacy` are saved at once; the others are saved by a button. */
export type Control = 'switch' | 'names' | 'privacy' | 'lines' | 'template' | 'password';

export interface SettingRow {
  name: SettingName;
  section: Section;
  control: Control;
  label: () => string;
  hint?: () => string;
  boxHint?: () => string;
  /** Returns the text to show if the browser has denied the permission that this switch needs. */
  denied?: () => string;
}

const siteRow = (name: FieldName, control: Control): SettingRow => ({
  name,
  section: 'newSites',
  control,
  label: () => t(`fields.${name}`),
  ...(control === 'lines' ? { boxHint: () => t(`fields.${name}_hint`) } : {}),
});
export const templateLabels: Record<TemplateName, () => string> = {
  statisticsUrl: () => t('options.statistics_url'),
  accountUrl: () => t('options.account_url'),
  trackingCode: () => t('tracking.code'),
};
export const templateNames = Object.keys(templateLabels) as TemplateName[];

/** Every setting of this page, in the order of the page. The stored fields are in lib/storage/fields.ts. */
export const settingRows: readonly SettingRow[] = [
  {
    name: 'badge',
    section: 'preferences',
    control: 'switch',
    label: () => t('tracking.badge'),
    hint: () => t('tracking.badge_hint'),
    denied: () => t('tracking.badge_denied'),
  },
  {
    name: 'contextMenu',
    section: 'preferences',
    control: 'switch',
    label: () => t('options.context_menu'),
    hint: () => t('options.context_menu_hint'),
  },
  {
    name: 'popupSearch',
    section: 'preferences',
    control: 'switch',
    label: () => t('options.popup_search'),
    hint: () => t('options.popup_search_hint'),
  },
  {
    name: 'notifications',
    section: 'preferences',
    control: 'switch',
    label: () => t('options.notifications'),
    hint: () => t('options.notifications_hint'),
    denied: () => t('options.notifications_denied'),
  },
  { name: 'hostChoice', section: 'preferences', control: 'names', label: () => t('popup.host_choice') },
  { name: 'privacy', section: 'newSites', control: 'privacy', label: () => t('privacy.label') },
  {
    name: 'hasPassword',
    section: 'newSites',
    control: 'password',
    label: () => t('options.default_password'),
    hint: () => t('options.default_password_hint'),
  },
  siteRow('email', 'switch'),
  siteRow('exclude_bots', 'switch'),
  siteRow('exclude_params', 'lines'),
  siteRow('exclude_ips', 'lines'),
  ...templateNames.map(
    (name): SettingRow => ({ name, section: 'pages', control: 'template', label: templateLabels[name] }),
  ),
];

/** The ways to register a host: as in the tab, without `www.`, or its registrable domain. Each has an example. */
export const hostChoices = [
  { value: 'seen', label: () => t('popup.host_seen'), example: () => t('options.host_seen_hint') },
  { value: 'bare', label: () => t('popup.host_bare'), example: () => t('options.host_bare_hint') },
  { value: 'registrable', label: () => t('popup.host_registrable'), example: () => t('options.host_registrable_hint') },
] as const;

/** The features of the browser and of the connected services on which settings depend. */
export interface Abilities extends Pick<Traits, 'privacy' | 'settings'> {
  hasMenus: boolean;
}

/** Whether a setting has any effect, given what the browser and the connected services support. */
export function isOffered({ name, control }: SettingRow, { hasMenus, privacy, settings }: Abilities): boolean {
  if (name === 'contextMenu') return hasMenus;
  if (name === 'privacy') return privacy.length > 0;
  if (control === 'password') return privacy.includes(2);
  const field = fieldNames.find((one) => one === name);
  return field === undefined || settings.includes(field);
}

/** Returns the name by which an organisation's policy fixes a setting, or '' for the password, which none can fix. */
export function fixedNameOf({ name, section, control }: SettingRow): string {
  if (control === 'password') return '';
  return section === 'newSites' ? 'defaults' : name;
}
