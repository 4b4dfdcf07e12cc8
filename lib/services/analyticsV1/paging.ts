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

/** The names of fields that may hold paging information. The patterns here also match names such as `someName`. */
const holders = /^(meta|_?links|page|paging|pagination|(page|result)_?info)$/i;

type Named = [name: string, value: unknown];

/**
 * Returns the fields of an answer that may state something about its list: those of the objects around the list
 * (`within`), and of the `holders` one or two levels inside them.
 */
function namedIn(within: readonly JsonObject[]): Named[] {
  const beside = (fields: readonly Named[]) =>
    fields.flatMap(([name, value]) => (holders.test(name) && isObject(value) ? Object.entries(value) : []));
  const first = within.flatMap(Object.entries<unknown>);
  const second = beside(first);
  return [...first, ...second, ...beside(second)];
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

/** The names of fields that may hold the address of the next page. */
const linkNames = /^next(_?page)?(_?url)?$/i;
/** The names of fields that tell whether there is a next page. */
const signNames = /^(next(_?page|_?cursor)?(_?url|_?token)?|has_?(more|next)(_?pages?)?)$/i;

/**
 * Returns the address of the next page, if the service states it. If the service states only whether there is a next
 * page, returns '' if there is one, and null if there is none. Undefined if it states nothing.
 */
function nextLink(named: readonly Named[], headers: Headers): string | null | undefined {
  const said = named
    .filter(([name]) => signNames.test(name))
    .map(([name, value]): Named => [name, isObject(value) ? (own(value, 'href') ?? true) : value]);
  const isAddress = ([name, value]: Named) => linkNames.test(name) && typeof value === 'string' && value !== '';
  const link = said.find(isAddress)?.[1] ?? linkHeader(headers);
  if (typeof link === 'string') return link;
  if (said.some(([, value]) => value)) return '';
  return said.some(([, value]) => value === null || value === false) ? null : undefined;
}

/**
 * The numbers that an answer may state about its list, each with the names of the fields and headers that may hold it.
 */
const facts = {
  total: /^(x-)?total([-_]?(count|items|records|results|elements|docs))?$/i,
  last: /^(last_?page|(x-)?total[-_]?pages)$/i,
  current: /^(current[-_]?page|(x-)?page)$/i,
  size: /^((x-|items_?)?per[-_]?page|page[-_]?size)$/i,
} as const;
type Facts = { [F in keyof typeof facts]?: number };

/** Returns the numbers that an answer states. If it contradicts itself, takes the value that means more pages. */
function factsOf(named: readonly Named[]): Facts {
  const found = Object.entries(facts).map(([fact, names]) => {
    const all = named
      .filter(([name]) => names.test(name))
      .map(([, value]) => toCount(value))
      .filter((value) => value !== undefined);
    return all.length ? [[fact, fact === 'size' ? Math.min(...all) : Math.max(...all)]] : [];
  });
  return Object.fromEntries(found.flat());
}

/**
 * Returns how many rows a full page has. If the service does not state this (`isStated`), a page with a usual number of
 * rows (`sizes`) counts as full, because a service may limit the size of pages.
 */
function fullPage(rows: number, size: number | undefined, { perPage }: Asked) {
  const isStated = size !== undefined && size >= rows;
  const seems = isStated ? size : (sizes as readonly number[]).includes(rows) ? rows : perPage;
  return { full: Math.min(seems, perPage), isStated };
}

/**
 * Whether a page is certainly the last one. The numbers in the answer decide, unless the page's rows contradict them.
 * Without such numbers, it is the last page if the service says so (`isEnd`) or the page is not full.
 */
function isLast(rows: number, { total, last, current, size }: Facts, isEnd: boolean, asked: Asked): boolean {
  const { full, isStated } = fullPage(rows, size, asked);
  // Some services number the first page 0.
  const page = current || (asked.following ? undefined : 1);
  const isNumbered = last !== undefined && page !== undefined;
  if (isNumbered && page < last) return false;
  // A short last page does not show how many rows the pages before it have.
  const isGuess = isNumbered && page > 1 && !isStated;
  const isCounted = total !== undefined && total >= rows && page !== undefined && !isGuess;
  if (isCounted && (page - 1) * full + rows < total) return false;
  return isEnd || isCounted || isNumbered || rows < full;
}

/**
 * Returns one page of a list, and whether more may follow. Uses the service's link to the next page only if it has the
 * origin and path of the request. Otherwise uses page numbers, because a service behind a proxy may not know its own
 * address. Leaves out a total that the page itself disproves.
 */
export function pageOf<T>({ items, rows, within }: Rows<T>, headers: Headers, asked: Asked): ListOutput<T> {
  const named = namedIn(within);
  const counted = factsOf([...named, ...headers]);
  // A service that limits the size of pages may state the number of this page's rows as the total. Such a total is
  // ignored, unless it comes from a header.
  const isOwn = counted.total === rows && rows < asked.perPage && (sizes as readonly number[]).includes(rows);
  const { total: _, ...rest } = counted;
  const found = isOwn && ![...headers.keys()].some((name) => facts.total.test(name)) ? rest : counted;
  const { total, current }: Facts = found;
  const link = nextLink(named, headers);
  const isEnd = rows <= maxRows && typeof link !== 'string' && isLast(rows, found, link === null, asked);
  const ways = [link || [], current === undefined || isEnd ? [] : `?page=${current + 1}`].flat();
  const [next] = ways.flatMap((way) => cursorFrom(way, asked.url, asked.secrets) ?? []);
  const unread = Math.min(rows, maxRows) - items.length;
  return {
    items,
    ...(total !== undefined && total >= rows ? { total } : {}),
    more: !isEnd,
    ...(next === undefined ? {} : { next }),
    ...(unread ? { unread } : {}),
  };
}
