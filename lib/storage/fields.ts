import { hostSpellings } from '../hosts/parse.ts';
import { type Kind, traitsOf } from '../services/traits.ts';
import type { Traits } from '../services/types.ts';
import { eachField, type FieldKind, type FieldName, type Flag, type StoredFields } from '../services/websiteFields.ts';

/** What a field of each type holds; that of a choice is in its row, and a record has fields of its own. */
interface Held {
  switch: boolean;
  /** A switch that needs a permission, which only the person can grant: file and policy can turn it off but not on. */
  permission: boolean;
  flag: Flag;
  /** Any text, also an empty one. */
  typed: string;
  /** Not empty. */
  text: string;
  lines: string[];
  /** Patterns of hosts: see lib/connections/rules.ts. */
  rules: string[];
  /** Fixed wherever a policy sets it. */
  address: string;
  /** With the placeholders `{base_url}` `{domain}` `{id}`; empty for the default of the kind of service. */
  template: string;
  id: string;
  kind: Kind;
}

/** One field of what a person sets: reading what is stored, the settings file and the policy are derived from it. */
export interface Row {
  type: keyof Held | 'choice' | 'record';
  choices?: readonly unknown[];
  fields?: Table;
  /** Without it, the field may be missing. */
  initial?: unknown;
  /** The field whose value stands for this one until it has its own; without that field, this one is dropped. */
  from?: string;
  /** Stored by earlier versions though nobody had chosen it, and read as nothing. */
  was?: unknown;
  /** Without it, the whole record cannot be read. */
  required?: true;
  /** `here`: secret or found out, so that neither file nor policy has it. `file`: exported, but no policy sets it. */
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

/** The names of a table's rows that are of a form. */
export type Names<T, Form> = { [N in keyof T]: T[N] extends Form ? N : never }[keyof T];
export const namesIn = (table: Table, is: (row: Row) => unknown): string[] =>
  Object.keys(table).filter((name) => is(table[name] as Row));

type Certain<T> = Names<T, { initial: unknown } | { required: true }>;

/** What is stored of a table's fields. */
export type Fields<T> = { -readonly [N in Certain<T>]: ValueOf<T[N]> } & {
  -readonly [N in Exclude<keyof T, Certain<T>>]?: ValueOf<T[N]>;
};

type WrittenValue<R> = R extends { fields: infer F }
  ? Written<F>
  : R extends { of: infer E }
    ? WrittenValue<E>[]
    : ValueOf<R>;
type Needed<T> = Exclude<Names<T, { required: true }>, Names<T, { only: string }>>;

/** What a file or a policy has of a table's fields. */
export type Written<T> = { -readonly [N in Needed<T>]: WrittenValue<T[N]> } & {
  -readonly [N in Exclude<keyof T, Needed<T> | Names<T, { only: 'here' }>>]?: WrittenValue<T[N]>;
};

export type Templates = Traits['templates'];

export const eachTemplate = <T>(of: (name: keyof Templates) => T): Record<keyof Templates, T> => ({
  statisticsUrl: of('statisticsUrl'),
  trackingCode: of('trackingCode'),
  accountUrl: of('accountUrl'),
});

/** Those of a new website that are no secrets. */
export const siteFields = {
  privacy: { type: 'choice', choices: [0, 1, 2], initial: 1 },
  ...(eachField((_, { kind, initial }) => ({ type: kind, initial })) as {
    [F in FieldName]: { type: FieldKind<F>; initial: StoredFields[F] };
  }),
} as const;

/** Those that a new website starts with. Only the worker knows the default password; `hasPassword` says that there is one. */
export const defaultFields = { ...siteFields, hasPassword: { type: 'switch', initial: false, only: 'here' } } as const;

export const templateFields = eachTemplate(() => ({ type: 'template', initial: '' }) as const);

export const preferenceFields = {
  hostChoice: { type: 'choice', choices: hostSpellings, initial: 'seen' },
  ...eachTemplate((name) => ({ ...templateFields[name], was: traitsOf().templates[name] })),
  contextMenu: { type: 'switch', initial: true },
  /** The field on top of the popup. */
  popupSearch: { type: 'switch', initial: true },
  notifications: { type: 'permission', initial: false },
  badge: { type: 'permission', initial: false },
  /** Those that an organisation has fixed: they hold for connections with their own, too. */
  fixedTemplates: { type: 'lines', only: 'here' },
} as const;

/** Those of a connection besides its addresses and keys. */
export const ownFields = {
  /** Given by the person; shown only if there are several connections. */
  name: { type: 'text' },
  rules: { type: 'rules' },
  /** Replace the common ones. */
  defaults: { type: 'record', fields: defaultFields },
  /** Replace those in the preferences; empty for the default of its kind. */
  templates: { type: 'record', fields: templateFields },
  /** The id of the team that its new websites are created for; without one, they are the account's own. */
  team: { type: 'text', only: 'file' },
  /** As it was when it was chosen, to be shown before the service is asked. */
  teamName: { type: 'text', only: 'file' },
} as const;

export const connectionFields = {
  id: { type: 'id', required: true, only: 'file' },
  analyticsUrl: { type: 'address', required: true },
  seoUrl: { type: 'address' },
  ...ownFields,
  kind: { type: 'kind', only: 'file' },
  /** A random name for the account at the service; replaced with each address or key that may belong to another account. */
  account: { type: 'text', from: 'analyticsUrl', required: true, only: 'here' },
  seoAccount: { type: 'text', from: 'seoUrl', only: 'here' },
  /** Those of its rules that an organisation has set: of equal rules they count first. */
  policyRules: { type: 'rules', only: 'here' },
} as const;
