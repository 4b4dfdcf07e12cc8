import type { ProjectRow, WebsiteRow } from './types.ts';

export type Json = string | number | boolean | null | undefined | object;
export type Item = Record<string, Json>;
export type PagingExtras = Record<string, Json>;

/** Digits that a JavaScript number cannot carry, written into the JSON as they stand. */
export const rawDigits = (digits: string): object =>
  (JSON as unknown as { rawJSON(text: string): object }).rawJSON(digits);

const byId = (items: Item[]) => Object.fromEntries(items.map((item, index) => [String(item.id ?? index + 1), item]));

/** A record in the form of JSON:API. */
const resource = ({ id, ...attributes }: Item) => ({ type: 'record', id, attributes });

/** Every shape of a list: the items, the paging beside them, the service's own word for them. */
export const envelopes = {
  laravel: (items: Item[], extras: PagingExtras) => ({ data: items, ...extras, status: 200 }),
  bare: (items: Item[]) => items,
  named: (items: Item[], extras: PagingExtras, name: string) => ({ [name]: items, ...extras }),
  data: (items: Item[], extras: PagingExtras) => ({ data: items, ...extras }),
  items: (items: Item[], extras: PagingExtras) => ({ items, ...extras }),
  results: (items: Item[], extras: PagingExtras) => ({ results: items, ...extras }),
  records: (items: Item[], extras: PagingExtras) => ({ records: items, ...extras }),
  'data.data': (items: Item[], extras: PagingExtras) => ({ data: { data: items, ...extras } }),
  'data.items': (items: Item[], extras: PagingExtras) => ({ data: { items, ...extras } }),
  'data.named': (items: Item[], extras: PagingExtras, name: string) => ({ data: { [name]: items, ...extras } }),
  'json-api': (items: Item[], extras: PagingExtras) => ({ data: items.map(resource), ...extras }),
  'keyed-bare': (items: Item[]) => byId(items),
  'data.keyed': (items: Item[], extras: PagingExtras) => ({ data: byId(items), ...extras }),
} satisfies Record<string, (items: Item[], extras: PagingExtras, name: string) => object>;

export type EnvelopeName = keyof typeof envelopes;

/** Every shape of one record. */
export const recordShapes = {
  data: (item: Item, status: number) => ({ data: item, status }),
  bare: (item: Item) => item,
  named: (item: Item) => ({ website: item }),
  'data.named': (item: Item) => ({ data: { website: item } }),
  'json-api': (item: Item) => ({ data: resource(item) }),
  listed: (item: Item) => ({ data: [item] }),
} satisfies Record<string, (item: Item, status: number) => object>;

export type RecordShape = keyof typeof recordShapes;

const after = (prefix: string) => (text: string) =>
  text.startsWith(prefix) && /^\d+$/.test(text.slice(prefix.length)) ? Number(text.slice(prefix.length)) : undefined;
const uuidTail = (n: number) => String(n).padStart(12, '0');
const never = () => undefined;
const bigBase = 9007199254740992n;

/** How a row number goes out as an id, and comes back from a path. Some ids cannot be addressed at all. */
export const idStyles = {
  int: { out: (n: number): Json => n, back: after('') },
  text: { out: (n: number): Json => String(n), back: after('') },
  string: { out: (n: number): Json => `site_${n}`, back: after('site_') },
  uuid: { out: (n: number): Json => `0190a1b2-c3d4-7e5f-8a9b-${uuidTail(n)}`, back: after('0190a1b2-c3d4-7e5f-8a9b-') },
  big: {
    out: (n: number): Json => rawDigits(String(bigBase + BigInt(n))),
    back: (text: string) => (/^\d{16,}$/.test(text) ? Number(BigInt(text) - bigBase) : undefined),
  },
  'big-text': {
    out: (n: number): Json => String(bigBase + BigInt(n)),
    back: (text: string) => (/^\d{16,}$/.test(text) ? Number(BigInt(text) - bigBase) : undefined),
  },
  missing: { out: (): Json => undefined, back: never },
  null: { out: (): Json => null, back: never },
  empty: { out: (): Json => '', back: never },
  '.': { out: (): Json => '.', back: never },
  '..': { out: (): Json => '..', back: never },
  'a/b': { out: (n: number): Json => `a/${n}`, back: after('a/') },
  'a?b': { out: (n: number): Json => `a?${n}`, back: after('a?') },
  'a#b': { out: (n: number): Json => `a#${n}`, back: after('a#') },
  fraction: { out: (n: number): Json => n + 0.5, back: never },
  negative: { out: (n: number): Json => -n, back: never },
  object: { out: (n: number): Json => ({ $oid: String(n) }), back: never },
} satisfies Record<string, { out(n: number): Json; back(text: string): number | undefined }>;

export type IdStyle = keyof typeof idStyles;

const flags = ['email', 'exclude_bots'] as const;
const numbers = ['privacy', ...flags] as const;
const each = (item: Item, names: readonly string[], turn: (value: Json) => Json) => ({
  ...item,
  ...Object.fromEntries(names.filter((name) => name in item).map((name) => [name, turn(item[name])])),
});
const without = (item: Item, names: readonly string[]) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
const lines = (value: unknown) => (typeof value === 'string' && value !== '' ? value.split(/\r?\n/) : []);

/** What may be odd about the fields of a record; several may be asked for together, and are applied in order. */
export const fieldStyles = {
  'numbers-as-text': (item: Item) =>
    each(item, [...numbers, 'reports', 'result'], (value) => (value === null ? null : String(value))),
  'flags-as-booleans': (item: Item) => each(item, flags, (value) => value === 1),
  nulls: (item: Item) =>
    each(item, [...numbers, 'password', 'exclude_ips', 'reports', 'result', 'created_at', 'updated_at'], () => null),
  sparse: (item: Item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => ['id', 'domain', 'project'].includes(name))),
  'url-for-domain': (item: Item) => ('domain' in item ? { ...without(item, ['domain']), url: item.domain } : item),
  'privacy-3': (item: Item) => each(item, ['privacy'], () => 3),
  'privacy-null': (item: Item) => each(item, ['privacy'], () => null),
  'privacy-missing': (item: Item) => without(item, ['privacy']),
  'password-text': (item: Item, row?: WebsiteRow) => each(item, ['password'], () => row?.password ?? null),
  'password-missing': (item: Item) => without(item, ['password']),
  params: (item: Item, row?: WebsiteRow) => (row ? { ...item, exclude_params: row.exclude_params } : item),
  'lists-as-arrays': (item: Item) => each(item, ['exclude_params', 'exclude_ips'], lines),
  'upper-case-domain': (item: Item) => each(item, ['domain', 'project'], (value) => String(value).toUpperCase()),
  'project-id': (item: Item) => ('project' in item ? { id: item.row, ...item } : item),
  extra: (item: Item) => ({ ...item, object: 'website', visitors: 12, pageviews: [1, 2, 3], owner: { name: 'Ada' } }),
} satisfies Record<string, (item: Item, row?: WebsiteRow) => Item>;

export type FieldStyle = keyof typeof fieldStyles;

const styled = (item: Item, styles: FieldStyle | FieldStyle[], row?: WebsiteRow): Item =>
  [styles]
    .flat()
    .reduce<Item>((made, style) => (fieldStyles[style] as (i: Item, r?: WebsiteRow) => Item)(made, row), item);

/** A stored website as the service reports it: a password is never given, only whether one is set. */
export function websiteItem(row: WebsiteRow, ids: IdStyle, styles: FieldStyle | FieldStyle[]): Item {
  const { id, domain, privacy, email, password, exclude_bots, exclude_ips, created_at, updated_at } = row;
  const item = { id: idStyles[ids].out(id), domain, privacy, email, password: password !== null };
  return styled({ ...item, exclude_bots, exclude_ips, created_at, updated_at }, styles, row);
}

/** A stored project as the service reports it: it is named by `project` and has no id. */
export function projectItem(row: ProjectRow, styles: FieldStyle | FieldStyle[]): Item {
  const { id, project, reports, result, created_at } = row;
  return without(styled({ row: id, project, reports, result, created_at }, styles), ['row']);
}
