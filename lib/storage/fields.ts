import { hostSpellings } from '../hosts/variants.ts';
import { type Kind, traitsOf } from '../services/traits.ts';
import type { Traits } from '../services/types.ts';
import { eachField, type FieldKind, type FieldName, type Flag, type StoredFields } from '../services/websiteFields.ts';

/**
 * The TypeScript type of a field's values, for each `type` in the field's `Row`. The types `choice` and `record` are
 * missing here, because theirs follow from the row's `choices` and `fields`.
 */
interface Held {
  switch: boolean;
  /** A switch that needs a browser permission. A file or policy can only turn it off. */
  permission: boolean;
  flag: Flag;
  /** A text, which may be empty. */
  typed: string;
  /** A text that is not empty. */
  text: string;
  lines: string[];
  /** Patterns of hosts (see lib/connections/rules.ts). */
  rules: string[];
  /** The address of a service. The person cannot change it if a policy sets it. */
  address: string;
  /** A text with `{base_url}`, `{domain}` and `{id}`. If empty, the default of the kind of service applies. */
  template: string;
  id: string;
  kind: Kind;
}

/** Describes one field that a person can set: how it is read from storage, from a settings file and from a policy. */
export interface Row {
  type: keyof Held | 'choice' | 'record';
  choices?: readonly unknown[];
  fields?: Table;
  /** The field's value if none is stored. Without an initial value, the field is then missing. */
  initial?: unknown;
  /**
   * The name of another field whose value this field gets if it is not stored itself. If that other field has no value,
   * this field has none either, even if it is stored.
   */
  from?: string;
  /** A value that earlier versions stored although the person had not chosen it. It counts as missing. */
  was?: unknown;
  /** Set if a record without this field cannot be used. */
  required?: true;
  /**
   * Limits where the field may be set. `here`: only in the browser, because it is secret, detected, or chosen for this
   * computer. `file`: also in a settings file. Left out: also in a policy.
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

/** The names of the rows of table `T` that have the type `Form`. */
export type Names<T, Form> = { [N in keyof T]: T[N] extends Form ? N : never }[keyof T];
/** Returns the names of the rows of a table for which `is` returns a truthy value. */
export const namesIn = (table: Table, is: (row: Row) => unknown): string[] =>
  Object.keys(table).filter((name) => is(table[name] as Row));

type Certain<T> = Names<T, { initial: unknown } | { required: true }>;

/** The fields that the table `T` describes, with the types of their stored values. */
export type Fields<T> = { -readonly [N in Certain<T>]: ValueOf<T[N]> } & {
  -readonly [N in Exclude<keyof T, Certain<T>>]?: ValueOf<T[N]>;
};

type WrittenValue<R> = R extends { fields: infer F }
  ? Written<F>
  : R extends { of: infer E }
    ? WrittenValue<E>[]
    : ValueOf<R>;
type Needed<T> = Exclude<Names<T, { required: true }>, Names<T, { only: string }>>;

/** The fields that the table `T` describes, as a settings file or a policy contains them. */
export type Written<T> = { -readonly [N in Needed<T>]: WrittenValue<T[N]> } & {
  -readonly [N in Exclude<keyof T, Needed<T> | Names<T, { only: 'here' }>>]?: WrittenValue<T[N]>;
};

export type Templates = Traits['templates'];

/** Returns an object with an entry for each template. `of`: returns the value for the template with this name. */
export const eachTemplate = <T>(of: (name: keyof Templates) => T): Record<keyof Templates, T> => ({
  statisticsUrl: of('statisticsUrl'),
  trackingCode: of('trackingCode'),
  accountUrl: of('accountUrl'),
});

/** The fields of new websites that a person can set defaults for, except the password. */
export const siteFields = {
  privacy: { type: 'choice', choices: [0, 1, 2], initial: 1 },
  ...(eachField((_, { kind, initial }) => ({ type: kind, initial })) as {
    [F in FieldName]: { type: FieldKind<F>; initial: StoredFields[F] };
  }),
} as const;

/**
 * The defaults for new websites. `hasPassword`: whether there is a default password, which only the worker may read.
 */
export const defaultFields = { ...siteFields, hasPassword: { type: 'switch', initial: false, only: 'here' } } as const;

export const templateFields = eachTemplate(() => ({ type: 'template', initial: '' }) as const);

export const preferenceFields = {
  hostChoice: { type: 'choice', choices: hostSpellings, initial: 'seen' },
  ...eachTemplate((name) => ({ ...templateFields[name], was: traitsOf().templates[name] })),
  contextMenu: { type: 'switch', initial: true },
  popupSearch: { type: 'switch', initial: true },
  notifications: { type: 'permission', initial: false },
  badge: { type: 'permission', initial: false },
  /**
   * The names of the templates that an organisation has fixed. These also override the templates of single connections.
   */
  fixedTemplates: { type: 'lines', only: 'here' },
} as const;

/** A connection's own settings, apart from its addresses and keys. */
export const ownFields = {
  name: { type: 'text' },
  rules: { type: 'rules' },
  /** The defaults for this connection's new websites. If missing, the common defaults apply. */
  defaults: { type: 'record', fields: defaultFields },
  /**
   * This connection's templates. If missing, those of the preferences apply. An empty template stands for the default
   * of the kind of service.
   */
  templates: { type: 'record', fields: templateFields },
  /** The id of the team that will own new websites. If missing, the account itself will own them. */
  team: { type: 'text', only: 'file' },
  /** The team's name when it was chosen, so that it can be shown without a request. */
  teamName: { type: 'text', only: 'file' },
} as const;

export const connectionFields = {
  id: { type: 'id', required: true, only: 'file' },
  analyticsUrl: { type: 'address', required: true },
  seoUrl: { type: 'address' },
  ...ownFields,
  kind: { type: 'kind', only: 'file' },
  /**
   * A random name for the account at the service or, in old settings, the service's address. With a new address or key
   * comes a new name, because the account may be another one.
   */
  account: { type: 'text', from: 'analyticsUrl', required: true, only: 'here' },
  seoAccount: { type: 'text', from: 'seoUrl', only: 'here' },
  /** Set if API keys, including those typed later, are kept only until the browser closes. */
  forgetKeys: { type: 'switch', only: 'here' },
  /** The connection's rules that an organisation has set. They override the same rules in other connections. */
  policyRules: { type: 'rules', only: 'here' },
} as const;
