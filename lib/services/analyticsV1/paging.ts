import { isObject, type JsonObject, own, toCount } from '../coerce.ts';
import { sizes } from '../inputs.ts';
import type { ListOutput } from '../types.ts';
import { cursorFrom } from './cursor.ts';
import { maxRows, type Rows } from './envelopes.ts';

/** What the request of a list was: its address, what no link may carry, how many records it asked for, and whether it followed a cursor. */
export interface Asked {
  url: URL;
  secrets: readonly string[];
  perPage: number;
  following: boolean;
}

const holders = ['meta', 'links', 'pagination'];

/** The objects in which paging facts are looked for: those around the list, and what these hold beside it. */
function sourcesOf(within: readonly JsonObject[]): JsonObject[] {
  const beside = (around: readonly JsonObject[]) =>
    around.flatMap((holder) => holders.map((name) => own(holder, name))).filter(isObject);
  const first = [...within, ...beside(within)];
  return [...first, ...beside(first)];
}

/** The address of `Link: <…>; rel="next"` (RFC 8288); '' where there are too many links to be read. */
function linkHeader(headers: Headers): string | undefined {
  const header = headers.get('link') ?? '';
  if (header.length > 8192) return '';
  const next = header.split(/,\s*(?=<)/).find((link) => /;\s*rel\s*=\s*(next\b|"([^"]*\s)?next[\s"])/i.test(link));
  return next?.match(/^<([^>]*)>/)?.[1];
}

const linkNames = ['next', 'next_page_url'];
/** What says that there is a next page, or none, without its address. */
const signNames = ['next_page', 'next_cursor', 'has_more', 'has_more_pages', 'has_next'];

/** The next page as the service words it: its address, '' where it is none, null where there is no next page, undefined where nothing is said. */
function nextLink(sources: readonly JsonObject[], headers: Headers): string | null | undefined {
  const all = (names: readonly string[]) => names.flatMap((name) => sources.map((source) => own(source, name)));
  const links = all(linkNames).map((value) => (isObject(value) ? (own(value, 'href') ?? true) : value));
  const said = [...links, ...all(signNames)];
  const link = links.find((value) => typeof value === 'string' && value !== '') ?? linkHeader(headers);
  if (typeof link === 'string') return link;
  if (said.some(Boolean)) return '';
  return said.includes(null) || said.includes(false) ? null : undefined;
}

/** By which names answers count, and which headers do. */
const facts = {
  total: ['total', 'total_count', 'x-total-count', 'x-total'],
  last: ['last_page', 'total_pages', 'x-total-pages'],
  current: ['current_page', 'page', 'x-page'],
  size: ['per_page', 'page_size', 'x-per-page'],
} as const;
type Facts = { [F in keyof typeof facts]?: number };

/** Where what is said differs, the one by which there is more counts. */
function factsOf(sources: readonly JsonObject[], headers: Headers): Facts {
  const found = Object.entries(facts).map(([fact, names]) => {
    const values = names.flatMap((name) => [...sources.map((source) => own(source, name)), headers.get(name)]);
    const all = values.map(toCount).filter((value) => value !== undefined);
    return all.length ? [[fact, fact === 'size' ? Math.min(...all) : Math.max(...all)]] : [];
  });
  return Object.fromEntries(found.flat());
}

/**
 * Whether a page is known to be the last. A service may give fewer rows than were asked for, without a word: as many
 * rows as any page may have are no end. Facts that the page itself proves wrong are none.
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
 * One page of a list and what there may be beyond it. A next link counts only where it stays at the origin and path
 * that were asked; page numbers count only where no link is given. A total that the page itself proves wrong is none.
 */
export function pageOf<T>({ items, rows, within }: Rows<T>, headers: Headers, asked: Asked): ListOutput<T> {
  const sources = sourcesOf(within);
  const counted = factsOf(sources, headers);
  // A total of as many rows as a capped page has may be that page's own count; a header counts the list.
  const isOwn = counted.total === rows && rows < asked.perPage && (sizes as readonly number[]).includes(rows);
  const { total: _, ...rest } = counted;
  const found = isOwn && !facts.total.some((name) => headers.has(name)) ? rest : counted;
  const { total, last = 0, current }: Facts = found;
  const link = nextLink(sources, headers);
  const target = link || (current !== undefined && current < last ? `?page=${current + 1}` : undefined);
  const next = target === undefined ? undefined : cursorFrom(target, asked.url, asked.secrets);
  const isEnd = rows <= maxRows && typeof link !== 'string' && isLast(rows, found, link === null, asked);
  const unread = Math.min(rows, maxRows) - items.length;
  return {
    items,
    ...(total !== undefined && total >= rows ? { total } : {}),
    more: target !== undefined || !isEnd,
    ...(next === undefined ? {} : { next }),
    ...(unread ? { unread } : {}),
  };
}
