import { type HostChoice, hostSpellings } from '../hosts/parse.ts';
import type { Privacy, Traits } from '../services/index.ts';
import { isKind, type Kind, traitsOf } from '../services/traits.ts';
import { eachField, type StoredFields } from '../services/websiteFields.ts';
import { isRecord } from '../util/isRecord.ts';
import { initialFields } from '../websites/fields.ts';
import { isText, isWebAddress } from './readParts.ts';
import type { Setting, TellUnread } from './setting.ts';

export {
  type Area,
  dropUnread,
  fromStored,
  get,
  getCertain,
  NewerSettings,
  readStored,
  type Setting,
  set,
  setNow,
  type TellUnread,
  toStore,
  unreadIn,
  unset,
  update,
  watch,
} from './setting.ts';

export type Templates = Traits['templates'];

/** The settings of a connection besides its addresses and keys. */
export interface OwnSettings {
  /** Given by the person; shown only if there are several connections. */
  name?: string;
  /** Patterns of the hosts that go to it: see lib/connections/rules.ts. */
  rules?: string[];
  /** Replace the common ones. */
  defaults?: Defaults;
  /** Replace those in the preferences; empty for the default of its kind. */
  templates?: Templates;
}

export interface ConnectionAddress extends OwnSettings {
  id: string;
  analyticsUrl: string;
  /** Those of its rules that an organisation has set: of equal rules they count first. */
  policyRules?: string[];
  /** A random name for the account at the service; replaced with each address or key that may belong to another account. */
  account: string;
  /** The kind of service. */
  kind?: Kind;
  seoUrl?: string;
  seoAccount?: string;
}

/** The id of the first connection. */
export const firstId = 'main';

export interface Connections {
  /** The id of the connection used last. */
  active?: string;
  list: ConnectionAddress[];
}

/** The fields a new website starts with. Only the worker knows the default password; `hasPassword` says that there is one. */
export interface Defaults extends StoredFields {
  privacy: Privacy;
  hasPassword: boolean;
}

export interface Preferences {
  hostChoice: HostChoice;
  /** Placeholders `{base_url}` `{domain}` `{id}`; empty if the person has not set one: see `withTemplates`. */
  statisticsUrl: string;
  trackingCode: string;
  accountUrl: string;
  contextMenu: boolean;
  notifications: boolean;
  badge: boolean;
  /** Those that an organisation has fixed: they hold for connections with their own, too. */
  fixedTemplates?: (keyof Templates)[];
}

/** What was typed in the options page but not saved yet. */
export interface Draft {
  /** For a connection that is not stored yet. */
  own?: OwnSettings;
  analyticsUrl?: string;
  seoUrl?: string;
  /** Whether keys are kept only until the browser closes. */
  forgetKeys?: boolean;
}

const textOr = (value: unknown, fallback: string) => (typeof value === 'string' && value !== '' ? value : fallback);
const flagOr = (value: unknown, fallback: boolean) => (typeof value === 'boolean' ? value : fallback);
export const oneOfValues = <T>(value: unknown, allowed: readonly T[], fallback: T) =>
  allowed.includes(value as T) ? (value as T) : fallback;
/** The texts in a list; undefined if the value is not a list. */
export const textsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
const optionalText = (value: unknown) => (typeof value === 'string' ? value : undefined);
const eachTemplate = (of: (name: keyof Templates) => string): Templates => ({
  statisticsUrl: of('statisticsUrl'),
  trackingCode: of('trackingCode'),
  accountUrl: of('accountUrl'),
});

const noDefaults: Defaults = { privacy: 1, ...initialFields(), hasPassword: false };

const noPreferences: Preferences = {
  hostChoice: 'seen',
  statisticsUrl: '',
  trackingCode: '',
  accountUrl: '',
  contextMenu: true,
  notifications: false,
  badge: false,
};

function parseOwn(value: Record<string, unknown>): OwnSettings {
  const name = textOr(value.name, '');
  const rules = textsIn(value.rules);
  const { templates } = value;
  return {
    ...(name && { name }),
    ...(rules?.length && { rules }),
    ...(isRecord(value.defaults) && { defaults: defaults.parse(value.defaults) }),
    ...(isRecord(templates) && { templates: eachTemplate((one) => textOr(templates[one], '')) }),
  };
}

/** What a person recognises an unreadable connection by. */
const labelOf = (value: unknown, index: number): string =>
  (isRecord(value) && [value.name, value.analyticsUrl].filter(isText).join(' ').slice(0, 100)) || `[${index}]`;

const isEmptyList = (value: unknown) => Array.isArray(value) && !value.length;

function parseConnection(value: unknown, index: number, tell?: TellUnread): ConnectionAddress[] {
  const label = labelOf(value, index);
  if (!isRecord(value) || !isText(value.id) || !/^[\w-]{1,64}$/.test(value.id) || !isWebAddress(value.analyticsUrl)) {
    tell?.(label, value);
    return [];
  }
  const { id, analyticsUrl } = value;
  const seoUrl = isWebAddress(value.seoUrl) && value.seoUrl;
  if (value.seoUrl && !seoUrl) tell?.(`${label} seoUrl`, value.seoUrl);
  const own = parseOwn(value);
  for (const name of ['name', 'rules', 'defaults', 'templates'] as const)
    if (value[name] && !own[name] && !isEmptyList(value[name])) tell?.(`${label} ${name}`, value[name]);
  // In earlier versions, the address stood for the account.
  const seo = seoUrl && { seoUrl, seoAccount: textOr(value.seoAccount, seoUrl) };
  const kind = isKind(value.kind) && { kind: value.kind };
  const policyRules = textsIn(value.policyRules);
  return [
    {
      id,
      ...own,
      ...(policyRules?.length && { policyRules }),
      analyticsUrl,
      account: textOr(value.account, analyticsUrl),
      ...kind,
      ...seo,
    },
  ];
}

export const connections: Setting<Connections> = {
  key: 'connections',
  area: 'local',
  // Releases that write version 1 know only one connection, and would drop the others.
  version: 2,
  fallback: { list: [] },
  keepsUnread: true,
  parse(value, tell) {
    if (!isRecord(value) || !Array.isArray(value.list)) return undefined;
    const list = value.list.flatMap((one, index) => parseConnection(one, index, tell));
    const first = list.filter(({ id }, index) => list.findIndex((one) => one.id === id) === index);
    for (const one of list) if (!first.includes(one)) tell?.(labelOf(one, 0), one);
    return { list: first, active: optionalText(value.active) };
  },
};

export const defaults: Setting<Defaults> = {
  key: 'defaults',
  area: 'local',
  version: 1,
  fallback: noDefaults,
  keepsUnread: true,
  parse: (value) =>
    isRecord(value)
      ? {
          privacy: oneOfValues<Privacy>(value.privacy, [0, 1, 2], noDefaults.privacy),
          ...(eachField((name, { kind, initial }) =>
            kind === 'lines' ? (textsIn(value[name]) ?? []) : oneOfValues<unknown>(value[name], [0, 1], initial),
          ) as StoredFields),
          hasPassword: flagOr(value.hasPassword, false),
        }
      : undefined,
};

/** Earlier versions also stored the templates of the first kind, which nobody had chosen. */
const ownTemplate = (value: unknown, name: keyof Templates): string =>
  typeof value === 'string' && value !== traitsOf().templates[name] ? value : '';

type Owner = Pick<ConnectionAddress, 'kind' | 'defaults' | 'templates'>;

/** The preferences that apply to a connection: with its own templates, or else the common ones, or else those of its kind. */
export function withTemplates(preferred: Preferences, connection: Owner | undefined): Preferences {
  const { templates } = traitsOf(connection?.kind);
  const own = connection?.templates ?? preferred;
  const ruling = (name: keyof Templates) => (preferred.fixedTemplates?.includes(name) ? preferred : own);
  return { ...preferred, ...eachTemplate((name) => ruling(name)[name] || templates[name]) };
}

/** The fields that a connection's new websites start with: its own, or else the common ones. */
export const defaultsFor = (common: Defaults, connection: Owner | undefined): Defaults =>
  connection?.defaults ?? common;

export const preferences: Setting<Preferences> = {
  key: 'preferences',
  area: 'local',
  version: 1,
  fallback: noPreferences,
  keepsUnread: true,
  parse: (value) =>
    isRecord(value)
      ? {
          hostChoice: oneOfValues(value.hostChoice, hostSpellings, noPreferences.hostChoice),
          ...eachTemplate((name) => ownTemplate(value[name], name)),
          contextMenu: flagOr(value.contextMenu, noPreferences.contextMenu),
          notifications: flagOr(value.notifications, noPreferences.notifications),
          badge: flagOr(value.badge, noPreferences.badge),
          ...(Array.isArray(value.fixedTemplates) && { fixedTemplates: value.fixedTemplates }),
        }
      : undefined,
};

/** The storage key of a connection's setting; the first connection's is from before there were several. */
export const keyOf = (name: string, id: string): string => (id === firstId ? name : `${name}:${id}`);

/** The draft of a connection, by its id. */
export const draftOf = (id: string): Setting<Draft> & { area: 'session' } => ({
  key: keyOf('draft', id),
  area: 'session',
  version: 1,
  fallback: {},
  parse: (value) =>
    isRecord(value)
      ? {
          ...(isRecord(value.own) && { own: parseOwn(value.own) }),
          analyticsUrl: optionalText(value.analyticsUrl),
          seoUrl: optionalText(value.seoUrl),
          forgetKeys: typeof value.forgetKeys === 'boolean' ? value.forgetKeys : undefined,
        }
      : undefined,
});

/** The connection used last, if one has been set up. */
export function activeConnection({ list, active }: Connections): ConnectionAddress | undefined {
  return list.find(({ id }) => id === active) ?? list[0];
}

/** The connection with an id; without an id, the one used last. */
export const connectionWith = (connections: Connections, id?: string): ConnectionAddress | undefined =>
  id === undefined ? activeConnection(connections) : connections.list.find((one) => one.id === id);
