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

const moved = (facts: PageFacts, change: (next: URL) => string): string | null => {
  const next = pageAddress(facts, facts.page + 1);
  return next === null ? null : change(new URL(next));
};

const linkHeader = (facts: PageFacts): Paging => {
  const rels = Object.entries(links(facts)).filter(([, address]) => address !== null);
  return { extras: {}, headers: { link: rels.map(([rel, address]) => `<${address}>; rel="${rel}"`).join(', ') } };
};

/** Every way of saying where the next page is, the honest ones first, then those a client must not believe. */
export const pagings = {
  links: (facts) => laravel(facts, pageAddress(facts, facts.page + 1)),
  'links-relative': (facts) =>
    laravel(
      facts,
      moved(facts, (next) => `${next.pathname}${next.search}`),
    ),
  'links-query-only': (facts) =>
    laravel(
      facts,
      moved(facts, (next) => next.search),
    ),
  'link-header': linkHeader,
  next_page_url: (facts) => ({
    extras: {
      current_page: facts.page,
      next_page_url: pageAddress(facts, facts.page + 1),
      prev_page_url: pageAddress(facts, facts.page - 1),
      per_page: facts.perPage,
      total: facts.total,
    },
  }),
  'meta.next': (facts) => ({ extras: { meta: { next: pageAddress(facts, facts.page + 1), total: facts.total } } }),
  meta: (facts) => ({ extras: { meta: { current_page: facts.page, last_page: lastPage(facts) } } }),
  total: (facts) => ({ extras: { total: facts.total } }),
  none: () => ({ extras: {} }),
  'next-elsewhere': (facts) =>
    laravel(
      facts,
      moved(facts, (next) => `${facts.foreignOrigin}${next.pathname}${next.search}`),
    ),
  'next-other-path': (facts) =>
    laravel(
      facts,
      moved(facts, (next) => `${next.origin}/landed${next.search}`),
    ),
  'next-other-scheme': (facts) =>
    laravel(
      facts,
      moved(facts, (next) => next.href.replace(/^http:/, 'ftp:')),
    ),
  'next-with-user': (facts) =>
    laravel(
      facts,
      moved(facts, (next) => next.href.replace('://', '://user:pass@')),
    ),
  'next-script': (facts) =>
    laravel(
      facts,
      moved(facts, () => 'javascript:alert(1)'),
    ),
  'next-not-text': () => ({ extras: { links: { next: { href: ['x'] } }, meta: { total: 'many' } } }),
  'same-page': (facts) => laravel({ ...facts, page: 1 }, pageAddress(facts, Math.min(2, lastPage(facts)))),
  'always-next': (facts) => {
    const url = new URL(facts.address);
    url.searchParams.set('page', String(facts.page + 1));
    return laravel(facts, url.href);
  },
  'total-too-large': (facts) => laravel(facts, pageAddress(facts, facts.page + 1), facts.total + 1000),
  'total-zero': (facts) => laravel(facts, pageAddress(facts, facts.page + 1), 0),
  'total-negative': (facts) => laravel(facts, pageAddress(facts, facts.page + 1), -1),
  'total-as-text': (facts) => ({ extras: { total: String(facts.total), meta: { total: String(facts.total) } } }),
} satisfies Record<string, (facts: PageFacts) => Paging>;

export type PagingName = keyof typeof pagings;

/** Under these names the page that was asked for is not looked at: the first one is given again. */
export const ignoresPage = (name: PagingName): boolean => name === 'same-page' || name === 'none' || name === 'total';
