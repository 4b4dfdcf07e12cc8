import type { PagingExtras } from './shapes.ts';

/** Where a page of a list stands. `address` is the list's own, absolute, without the page. */
export interface PageFacts {
  address: URL;
  page: number;
  perPage: number;
  total: number;
  count: number;
  foreignOrigin: string;
}

export interface Paging {
  extras: PagingExtras;
  headers?: Record<string, string>;
}

const lastPage = (facts: PageFacts) => Math.max(1, Math.ceil(facts.total / facts.perPage));

const pageAddress = (facts: PageFacts, page: number): string | null => {
  if (page < 1 || page > lastPage(facts)) return null;
  const url = new URL(facts.address);
  url.searchParams.set('page', String(page));
  return url.href;
};

const links = (facts: PageFacts) => ({
  first: pageAddress(facts, 1),
  last: pageAddress(facts, lastPage(facts)),
  prev: pageAddress(facts, facts.page - 1),
  next: pageAddress(facts, facts.page + 1),
});

const meta = (facts: PageFacts) => ({
  current_page: facts.page,
  from: facts.count === 0 ? null : (facts.page - 1) * facts.perPage + 1,
  last_page: lastPage(facts),
  path: `${facts.address.origin}${facts.address.pathname}`,
  per_page: facts.perPage,
  to: facts.count === 0 ? null : (facts.page - 1) * facts.perPage + facts.count,
  total: facts.total,
});

const laravel = (facts: PageFacts, next: string | null, total = facts.total): Paging => ({
  extras: { links: { ...links(facts), next }, meta: { ...meta(facts), total } },
});

/** As `laravel`, with another address of the next page. */
const moved = (facts: PageFacts, change: (next: URL) => string): Paging => {
  const next = pageAddress(facts, facts.page + 1);
  return laravel(facts, next === null ? null : change(new URL(next)));
};

const linkHeader = (facts: PageFacts): Paging => {
  const rels = Object.entries(links(facts)).filter(([, address]) => address !== null);
  return { extras: {}, headers: { link: rels.map(([rel, address]) => `<${address}>; rel="${rel}"`).join(', ') } };
};

const nextOf = (facts: PageFacts) => pageAddress(facts, facts.page + 1);

/** Every way of saying where the next page is, the honest ones first, then those a client must not believe. */
export const pagings = {
  links: (facts) => laravel(facts, nextOf(facts)),
  'links-relative': (facts) => moved(facts, (next) => `${next.pathname}${next.search}`),
  'links-query-only': (facts) => moved(facts, (next) => next.search),
  'link-header': linkHeader,
  next_page_url: (facts) => ({
    extras: {
      current_page: facts.page,
      next_page_url: nextOf(facts),
      prev_page_url: pageAddress(facts, facts.page - 1),
      per_page: facts.perPage,
      total: facts.total,
    },
  }),
  'meta.next': (facts) => ({ extras: { meta: { next: nextOf(facts), total: facts.total } } }),
  total: (facts) => ({ extras: { total: facts.total } }),
  none: () => ({ extras: {} }),
  'next-elsewhere': (facts) => moved(facts, (next) => `${facts.foreignOrigin}${next.pathname}${next.search}`),
  'next-script': (facts) => moved(facts, () => 'javascript:alert(1)'),
  'total-too-large': (facts) => laravel(facts, nextOf(facts), facts.total + 1000),
} satisfies Record<string, (facts: PageFacts) => Paging>;

export type PagingName = keyof typeof pagings;

/** Under these names the page that was asked for is not looked at: the first one is given again. */
export const ignoresPage = (name: PagingName): boolean => name === 'none' || name === 'total';
