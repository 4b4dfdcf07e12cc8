import type { ProjectRow, WebsiteRow } from './types.ts';

export type Json = string | number | boolean | null | undefined | object;
export type Item = Record<string, Json>;
export type PagingExtras = Record<string, Json>;

/** Digits that a JavaScript number cannot carry, written into the JSON as they stand. */
const rawDigits = (digits: string): object => (JSON as unknown as { rawJSON(text: string): object }).rawJSON(digits);

const byId = (items: Item[]) => Object.fromEntries(items.map((item, index) => [String(item.id ?? index + 1), item]));

/** A record in the form of JSON:API. */
const resource = ({ id, ...attributes }: Item) => ({ type: 'record', id, attributes });

/** Every shape of a list: the items, the paging beside them, the service's own word for them. */
export const envelopes = {
  laravel: (items, extras) => ({ data: items, ...extras, status: 200 }),
  bare: (items) => items,
  named: (items, extras, name) => ({ [name]: items, ...extras }),
  data: (items, extras) => ({ data: items, ...extras }),
  items: (items, extras) => ({ items, ...extras }),
  results: (items, extras) => ({ results: items, ...extras }),
  records: (items, extras) => ({ records: items, ...extras }),
  'data.data': (items, extras) => ({ data: { data: items, ...extras } }),
  'data.items': (items, extras) => ({ data: { items, ...extras } }),
  'data.named': (items, extras, name) => ({ data: { [name]: items, ...extras } }),
  'json-api': (items, extras) => ({ data: items.map(resource), ...extras }),
  'keyed-bare': (items) => byId(items),
  'data.keyed': (items, extras) => ({ data: byId(items), ...extras }),
} satisfies Record<string, (items: Item[], extras: PagingExtras, name: string) => object>;

export type EnvelopeName = keyof typeof envelopes;

/** How a row's number goes out as an id. Only the first can be addressed. */
export const idStyles = {
  int: (n: number) => n,
  big: (n: number) => rawDigits(String(9007199254740992n + BigInt(n))),
  fraction: (n: number) => n + 0.5,
  null: () => null,
  missing: () => undefined,
  '..': () => '..',
  'a/b': (n: number) => `a/${n}`,
} satisfies Record<string, (n: number) => Json>;

export type IdStyle = keyof typeof idStyles;

const flags = ['email', 'exclude_bots'] as const;
const numbers = ['privacy', ...flags, 'reports', 'result'] as const;
const each = (item: Item, names: readonly string[], turn: (value: Json) => Json) => ({
  ...item,
  ...Object.fromEntries(names.filter((name) => name in item).map((name) => [name, turn(item[name])])),
});
const only = (item: Item, isKept: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => isKept(name)));

/** What may be odd about the fields of a record. */
export const fieldStyles = {
  usual: (item) => item,
  'numbers-as-text': (item) => each(item, numbers, (value) => (value === null ? null : String(value))),
  'flags-as-booleans': (item) => each(item, flags, (value) => value === 1),
  nulls: (item) => each(item, [...numbers, 'password', 'exclude_ips', 'created_at', 'updated_at'], () => null),
  sparse: (item) => only(item, (name) => ['id', 'domain', 'project'].includes(name)),
  'url-for-domain': (item) =>
    'domain' in item ? { ...only(item, (name) => name !== 'domain'), url: item.domain } : item,
  'privacy-3': (item) => each(item, ['privacy'], () => 3),
  'password-text': (item, row) => each(item, ['password'], () => row?.password ?? null),
  params: (item, row) => (row ? { ...item, exclude_params: row.exclude_params } : item),
} satisfies Record<string, (item: Item, row?: WebsiteRow) => Item>;

export type FieldStyle = keyof typeof fieldStyles;

/** A stored website as the service reports it: a password is never given, only whether one is set. */
export function websiteItem(row: WebsiteRow, ids: IdStyle, style: FieldStyle): Item {
  const { id, domain, privacy, email, password, exclude_bots, exclude_ips, created_at, updated_at } = row;
  const item = { id: idStyles[ids](id), domain, privacy, email, password: password !== null };
  return fieldStyles[style]({ ...item, exclude_bots, exclude_ips, created_at, updated_at }, row);
}

/** A stored project as the service reports it: it is named by `project` and has no id. */
export const projectItem = ({ project, reports, result, created_at }: ProjectRow, style: FieldStyle): Item =>
  fieldStyles[style]({ project, reports, result, created_at }, undefined);
