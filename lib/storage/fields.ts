import { hostSpellings } from '../hosts/variants.ts';
import { type Kind, traitsOf } from '../services/traits.ts';
import type { Traits } from '../services/types.ts';
import { eachField, type FieldKind, type FieldName, type Flag, type StoredFields } from '../services/websiteFields.ts';

/** The value of a field of each type. The values of a choice are in its row; a record has fields of its own. */
interface Held {
  switch: boolean;
  /**
   * A switch that needs a permission. Only the person can grant that, so file and policy can turn it off but not on.
   */
  permission: boolean;
  flag: Flag;
  /** Any text, even an empty one. */
  typed: string;
  /** A text that is not empty. */
  text: string;
  lines: string[];
  /** Patterns of hosts: see lib/connections/rules.ts. */
  rules: string[];
  /** An address. If a policy sets an address, it is always fixed. */
  address: string;
  /**
   * A text with the placeholders `{base_url}` `{domain}` `{id}`. An empty text stands for the default of the kind of
   * service.
   */
  template: string;
  id: string;
  kind: Kind;
}

/** One field that a person sets. Stored settings, the settings file and the policy are all read by these rows. */
export interface Row {
  type: keyof Held | 'choice' | 'record';
  choices?: readonly unknown[];
  fields?: Table;
  /** Without an initial value the field may be missing. */
  initial?: unknown;
  /** The other field whose value is used while this field has none. If the other field is missing, so is this field. */
  from?: string;
  /** A value that earlier versions stored although nobody had chosen it. It is read as no value. */
  was?: unknown;
  /** Whether the whole record is unreadable without this field. */
  required?: true;
  /**
   * `here`: neither in files nor in policies, because it is secret or detected. `file`: in files, but no policy sets
   * it.
   */
  only?: 'here' | 'file';
}
export type Table = Readonly<Record<string, Row>>;

type ValueOf<R> = R extends { choices: readonly (infer V)[] }
  ? V
  : R extends { fields: infer T }
    ? Fields<T>
    : R extends { type: infer K extends keyof Held }
      ? Held[K]
      : never;

/** The names of the rows in a table that have a certain type. */
export type Names<T, Form> = { [N in keyof T]: T[N] extends Form ? N : never }[keyof T];
/** Returns the names of those rows of a table for which `is` returns a true value. */
export const namesIn = (table: Table, is: (row: Row) => unknown): string[] =>
  Object.keys(table).filter((name) => is(table[name] as Row));

type Certain<T> = Names<T, { initial: unknown } | { required: true }>;

/** The stored values of a table's fields. */
export type Fields<T> = { -readonly [N in Certain<T>]: ValueOf<T[N]> } & {
  -readonly [N in Exclude<keyof T, Certain<T>>]?: ValueOf<T[N]>;
};

type WrittenValue<R> = R extends { fields: infer F }
  ? Written<F>
  : R extends { of: infer E }
    ? WrittenValue<E>[]
    : ValueOf<R>;
type Needed<T> = Exclude<Names<T, { required: true }>, Names<T, { only: string }>>;

/** A table's fields as a file or a policy contains them. */
export type Written<T> = { -readonly [N in Needed<T>]: WrittenValue<T[N]> } & {
  -readonly [N in Exclude<keyof T, Needed<T> | Names<T, { only: 'here' }>>]?: WrittenValue<T[N]>;
};

export type Templates = Traits['templates'];

/** Returns an object with a value for each template. */
export const eachTemplate = <T>(of: (name: keyof Templates) => T): Record<keyof Templates, T> => ({
  statisticsUrl: of('statisticsUrl'),
  trackingCode: of('trackingCode'),
  accountUrl: of('accountUrl'),
});

/** The fields of a new website, without its password. */
export const siteFields = {
  privacy: { type: 'choice', choices: [0, 1, 2], initial: 1 },
  ...(eachField((_, { kind, initial }) => ({ type: kind, initial })) as {
    [F in FieldName]: { type: FieldKind<F>; initial: StoredFields[F] };
  }),
} as const;

/**
 * The initial values of a new website. `hasPassword`: whether there is a default password, which only the worker knows.
 */
export const defaultFields = { ...siteFields, hasPassword: { type: 'switch', initial: false, only: 'here' } } as const;

export const templateFields = eachTemplate(() => ({ type: 'template', initial: '' }) as const);

export const preferenceFields = {
  hostChoice: { type: 'choice', choices: hostSpellings, initial: 'seen' },
  ...eachTemplate((name) => ({ ...templateFields[name], was: traitsOf().templates[name] })),
  contextMenu: { type: 'switch', initial: true },
  /** Whether the popup shows its search box. */
  popupSearch: { type: 'switch', initial: true },
  notifications: { type: 'permission', initial: false },
  badge: { type: 'permission', initial: false },
  /** The templates that an organisation has fixed. They also apply to connections with their own templates. */
  fixedTemplates: { type: 'lines', only: 'here' },
} as const;

/** The fields of a connection besides its addresses and keys. */
export const ownFields = {
  /** The name that the person gave the connection. It is shown only if there are several connections. */
  name: { type: 'text' },
  rules: { type: 'rules' },
  /** Used instead of the common defaults. */
  defaults: { type: 'record', fields: defaultFields },
  /** Used instead of the preferences' templates. An empty one stands for the default of the kind of service. */
  templates: { type: 'record', fields: templateFields },
  /** The id of the team that new websites are created for. Without it, they belong to the account itself. */
  team: { type: 'text', only: 'file' },
  /** The team's name when it was chosen, to show it without a request. */
  teamName: { type: 'text', only: 'file' },
} as const;

export const connectionFields = {
  id: { type: 'id', required: true, only: 'file' },
  analyticsUrl: { type: 'address', required: true },
  seoUrl: { type: 'address' },
  ...ownFields,
  kind: { type: 'kind', only: 'file' },
  /**
   * A random name for the account at the service. Replaced with each address or key that may belong to another account.
   */
  account: { type: 'text', from: 'analyticsUrl', required: true, only: 'here' },
  seoAccount: { type: 'text', from: 'seoUrl', only: 'here' },
  /** The rules that an organisation has set. Among equal rules they come first. */
  policyRules: { type: 'rules', only: 'here' },
} as const;
