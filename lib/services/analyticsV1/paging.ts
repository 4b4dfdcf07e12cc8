import { isObject, type JsonObject, own, toCount } from '../coerce.ts';
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

/** The address of `Link: <…>; rel="next"` (RFC 8288). */
function linkHeader(headers: Headers): string | undefined {
  const links = (headers.get('link') ?? '').slice(0, 8192).split(/,\s*(?=<)/);
  const next = links.find((link) => /;\s*rel\s*=\s*(next\b|"([^"]*\s)?next[\s"])/i.test(link));
  return next?.match(/^<([^>]*)>/)?.[1];
}

const nextNames = ['next', 'next_page_url'];

/** The next page as the service words it; null where it says that there is none, undefined where it says nothing. */
function nextLink(sources: readonly JsonObject[], headers: Headers): string | null | undefined {
  const said = nextNames.flatMap((name) => sources.map((source) => own(source, name)));
  const link = said.find((value) => typeof value === 'string' && value !== '') ?? linkHeader(headers);
  return typeof link === 'string' ? link : said.includes(null) ? null : undefined;
}

/** Whether a page itself tells that there is more; undefined where nothing tells either way. */
function moreBy(
  fact: (name: string) => number | undefined,
  rows: number,
  size: number,
  asked: Asked,
): boolean | undefined {
  const [current, last, total] = [fact('current_page'), fact('last_page'), fact('total')];
  if (total !== undefined && total < rows) return undefined;
  const before = current ? (current - 1) * size : asked.following ? undefined : 0;
  if (total !== undefined && before !== undefined && before + rows < total) return true;
  return total === undefined && last === undefined ? undefined : false;
}

/**
 * One page of a list and what there may be beyond it (service-notes: Lists). A next link counts only where it stays at
 * the origin and path that were asked; page numbers count only where no link is given. A total that the page itself
 * proves wrong is none.
 */
export function pageOf<T>({ items, rows, within }: Rows<T>, headers: Headers, asked: Asked): ListOutput<T> {
  const sources = sourcesOf(within);
  const fact = (name: string) =>
    sources.map((source) => toCount(own(source, name))).find((value) => value !== undefined);
  const link = nextLink(sources, headers);
  const current = fact('current_page');
  const hasLater = current !== undefined && current < (fact('last_page') ?? 0);
  const target = link ?? (hasLater ? `?page=${current + 1}` : undefined);
  const next = target === undefined ? undefined : cursorFrom(target, asked.url, asked.secrets);
  const total = fact('total');
  const size = Math.min(fact('per_page') || asked.perPage, asked.perPage);
  const told = moreBy(fact, rows, size, asked) ?? (link !== null && rows >= size);
  return {
    items,
    ...(total !== undefined && total >= rows ? { total } : {}),
    more: target !== undefined || told || rows > maxRows,
    ...(next === undefined ? {} : { next }),
  };
}
