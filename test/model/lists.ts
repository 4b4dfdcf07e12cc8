import type { Asked, Service } from './service.ts';
import { many, type Row, shown } from './shapes.ts';
import type { Page } from './truth.ts';

const orders: Record<string, (one: Row, two: Row) => number> = {
  id: () => 0,
  domain: (one, two) => (one.domain < two.domain ? -1 : 1),
  // An arbitrary order, which is always the same.
  mixed: (one, two) => hash(one) - hash(two),
};
const hash = ({ id }: Row) => [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1009, 7);

function matching({ switches }: Service, rows: Row[], search: string): Row[] {
  const wanted = search.toLowerCase();
  const rules = {
    substring: ({ domain }: Row) => domain.toLowerCase().includes(wanted),
    prefix: ({ domain }: Row) => domain.toLowerCase().startsWith(wanted),
    case: ({ domain }: Row) => domain.includes(search),
    ignored: () => true,
  };
  return search ? rows.filter(rules[switches.search]) : rows;
}

function ordered({ switches }: Service, rows: Row[], query: URLSearchParams): Row[] {
  if (switches.order !== 'asked') return rows.toSorted(orders[switches.order]);
  const sorted = rows.toSorted(orders[query.get('sort_by') ?? 'id'] ?? orders.id);
  return (query.get('sort') ?? 'desc') === 'desc' ? sorted.reverse() : sorted;
}

function sizeOf({ switches }: Service, asked: number): number {
  const { perPage } = switches;
  if (perPage === 'all') return Number.MAX_SAFE_INTEGER;
  if (perPage === 'ten') return 10;
  return perPage === 'honoured' ? asked : Math.min(asked, perPage);
}

/** Returns a page of the list as the switches change it, and its true content. */
export function listOf(
  service: Service,
  { query, account }: Asked,
): { body: unknown; headers: Record<string, string>; page: Page } {
  const { switches, url } = service;
  const search = query.get('search') ?? '';
  const all = ordered(service, matching(service, service.now(account), search), query);
  const asked = Number(query.get('per_page') ?? 10);
  const size = sizeOf(service, asked);
  const { facts } = switches;
  const pages = facts === 'none' || facts === 'total' ? switches.pages : true;
  const at = facts === 'cursor' ? Number((query.get('after') ?? 'p1').slice(1)) : Number(query.get('page') ?? 1);
  const number = pages ? at : 1;
  const slip = { exact: 0, repeat: -1, skip: 1 }[switches.borders] * (number - 1);
  const start = (number - 1) * size + slip;
  const rows = all.slice(start, start + size);
  const more = pages && start + size < all.length;
  const last = Math.max(1, Math.ceil((all.length + (switches.borders === 'repeat' ? number : 0)) / size));
  const linked = (to: number) => {
    const next = new URL(`${url}/api/v1/websites`);
    if (facts === 'cursor') next.searchParams.set('after', `p${to}`);
    else next.searchParams.set('page', String(to));
    return next.href;
  };
  const chain = new URLSearchParams(query);
  for (const name of ['page', 'after']) chain.delete(name);
  const told = tell(facts, { more, number, last, all: all.length, rows: rows.length, size, linked });
  return {
    body: many(switches, rows.map(shown), told.beside),
    headers: told.link ? { link: told.link } : {},
    page: {
      account,
      chain: chain.toString(),
      search,
      number,
      asked,
      hosts: rows.map(({ domain }) => domain.toLowerCase()),
      rows: rows.map(({ id }) => id),
      ...(told.more === undefined ? {} : { more: told.more }),
      ...(told.total === undefined ? {} : { total: told.total }),
    },
  };
}

interface Position {
  more: boolean;
  number: number;
  last: number;
  all: number;
  rows: number;
  size: number;
  linked: (to: number) => string;
}

interface Told {
  beside: Record<string, unknown>;
  link?: string;
  /** The facts that a reader can learn from the answer. */
  more?: boolean;
  total?: number;
}

function tell(facts: Service['switches']['facts'], position: Position): Told {
  const { more, number, last, all, rows, size, linked } = position;
  const next = more ? linked(number + 1) : null;
  const perPage = Math.min(size, 1000);
  switch (facts) {
    case 'none':
      return { beside: {} };
    case 'links':
      return { beside: { links: { next } }, more };
    case 'cursor':
      return { beside: { meta: { next } }, more };
    case 'header':
      return { beside: {}, ...(next ? { link: `<${next}>; rel="next"`, more } : {}) };
    case 'total':
      return { beside: { meta: { total: all } }, total: all };
    case 'meta':
      return {
        beside: { meta: { current_page: number, last_page: more ? last : number, per_page: perPage, total: all } },
        more,
        total: all,
      };
    case 'total-low':
      // The total counts this page, not the list.
      return { beside: { meta: { current_page: number, last_page: more ? last : number, total: rows } }, more };
    case 'total-high':
      return {
        beside: { meta: { current_page: number, last_page: more ? last : number, total: all + 5 } },
        more,
        total: all + 5,
      };
  }
}
