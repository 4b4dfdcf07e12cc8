import { isObject, type JsonObject, own, toCount } from '../coerce.ts';
import { sizes } from '../inputs.ts';
import type { ListOutput } from '../types.ts';
import { cursorFrom } from './cursor.ts';
import { maxRows, type Rows } from './envelopes.ts';

/**
 * The request for a page. `secrets`: texts that links must not contain. `perPage`: the requested number of rows.
 * `following`: whether this is not the first page.
 */
export interface Asked {
  url: URL;
  secrets: readonly string[];
  perPage: number;
  following: boolean;
}

const holders = ['meta', 'links', 'pagination'];

/**
 * Returns the objects of an answer that may hold paging information: those around the list (`within`), and the objects
 * `meta`, `links` and `pagination` one or two levels inside them.
 */
function sourcesOf(within: readonly JsonObject[]): JsonObject[] {
  const beside = (around: readonly JsonObject[]) =>
    around.flatMap((holder) => holders.map((name) => own(holder, name))).filter(isObject);
  const first = [...within, ...beside(within)];
  return [...first, ...beside(first)];
}

/**
 * Returns the address in the header `Link: <…>; rel="next"` (RFC 8288). Undefined if there is no such link, '' if the
 * header is too long.
 */
function linkHeader(headers: Headers): string | undefined {
  const header = headers.get('link') ?? '';
  if (header.length > 8192) return '';
  const next = header.split(/,\s*(?=<)/).find((link) => /;\s*rel\s*=\s*(next\b|"([^"]*\s)?next[\s"])/i.test(link));
  return next?.match(/^<([^>]*)>/)?.[1];
}

const linkNames = ['next', 'next_page_url'];
/** Names of fields that tell whether there is a next page, but not its address. */
const signNames = ['next_page', 'next_cursor', 'has_more', 'has_more_pages', 'has_next'];

/**
 * Returns the address of the next page, if the service states it. If the service states only whether there is a next
 * page, returns '' if there is one, and null if there is none. Undefined if it states nothing.
 */
function nextLink(sources: readonly JsonObject[], headers: Headers): string | null | undefined {
  const all = (names: readonly string[]) => names.flatMap((name) => sources.map((source) => own(source, name)));
  const links = all(linkNames).map((value) => (isObject(value) ? (own(value, 'href') ?? true) : value));
  const said = [...links, ...all(signNames)];
  const link = links.find((value) => typeof value === 'string' && value !== '') ?? linkHeader(headers);
  if (typeof link === 'string') return link;
  if (said.some(Boolean)) return '';
  return said.includes(null) || said.includes(false) ? null : undefined;
}

/**
 * The numbers that an answer may state about its list, each with the names of the fields and headers that may hold it.
 */
const facts = {
  total: ['total', 'total_count', 'x-total-count', 'x-total'],
  last: ['last_page', 'total_pages', 'x-total-pages'],
  current: ['current_page', 'page', 'x-page'],
  size: ['per_page', 'page_size', 'x-per-page'],
} as const;
type Facts = { [F in keyof typeof facts]?: number };

/** Returns the numbers that an answer states. If it contradicts itself, takes the value that means more pages. */
function factsOf(sources: readonly JsonObject[], headers: Headers): Facts {
  const found = Object.entries(facts).map(([fact, names]) => {
    const values = names.flatMap((name) => [...sources.map((source) => own(source, name)), headers.get(name)]);
    const all = values.map(toCount).filter((value) => value !== undefined);
    return all.length ? [[fact, fact === 'size' ? Math.min(...all) : Math.max(...all)]] : [];
  });
  return Object.fromEntries(found.flat());
}

/**
 * Whether a page is certainly the last one. The numbers in the answer decide, unless the page's rows contradict them.
 * Without such numbers, it is the last page if the service says so (`isEnd`) or the page is not full. A page with a
 * usual number of rows (`sizes`) counts as full, because a service may limit the size of pages.
 */
function isLast(rows: number, { total, last, current, size }: Facts, isEnd: boolean, asked: Asked): boolean {
  const seems = (sizes as readonly number[]).includes(rows) ? rows : asked.perPage;
  const stated = size !== undefined && size >= rows ? Math.min(size, asked.perPage) : undefined;
  const page = current ?? (asked.following ? undefined : 1);
  const before = page === undefined ? undefined : Math.max(page - 1, 0) * (stated ?? Math.min(seems, asked.perPage));
  const isCounted = total !== undefined && total >= rows && before !== undefined;
  const isNumbered = last !== undefined && page !== undefined;
  if ((isCounted && before + rows < total) || (isNumbered && page < last)) return false;
  return isEnd || isCounted || isNumbered || rows < (stated ?? Math.min(seems, asked.perPage));
}

/**
 * Returns one page of a list, and whether more may follow. Uses the service's link to the next page only if it has the
 * origin and path of the request. Otherwise uses page numbers, because a service behind a proxy may not know its own
 * address. Leaves out a total that the page itself disproves.
 */
export function pageOf<T>({ items, rows, within }: Rows<T>, headers: Headers, asked: Asked): ListOutput<T> {
  const sources = sourcesOf(within);
  const counted = factsOf(sources, headers);
  // A service that limits the size of pages may state the number of this page's rows as the total. Such a total is
  // ignored, unless it comes from a header.
  const isOwn = counted.total === rows && rows < asked.perPage && (sizes as readonly number[]).includes(rows);
  const { total: _, ...rest } = counted;
  const found = isOwn && !facts.total.some((name) => headers.has(name)) ? rest : counted;
  const { total, last = 0, current }: Facts = found;
  const link = nextLink(sources, headers);
  const ways = [link || [], current !== undefined && current < last ? `?page=${current + 1}` : []].flat();
  const [next] = ways.flatMap((way) => cursorFrom(way, asked.url, asked.secrets) ?? []);
  const isEnd = rows <= maxRows && typeof link !== 'string' && isLast(rows, found, link === null, asked);
  const unread = Math.min(rows, maxRows) - items.length;
  return {
    items,
    ...(total !== undefined && total >= rows ? { total } : {}),
    more: ways.length > 0 || !isEnd,
    ...(next === undefined ? {} : { next }),
    ...(unread ? { unread } : {}),
  };
}
