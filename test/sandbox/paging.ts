/** The position of a page in a list. `address`: the list's absolute address, without the page. */
export interface PageFacts {
  address: URL;
  page: number;
  perPage: number;
  total: number;
  count: number;
  foreignOrigin: string;
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

const laravel = (facts: PageFacts, change = (next: string) => next) => {
  const { next, ...others } = links(facts);
  return { links: { ...others, next: next && change(next) }, meta: meta(facts) };
};

/** The ways to report the next page; the honest one first. */
export const pagings = {
  links: (facts) => laravel(facts),
  none: () => ({}),
  'next-elsewhere': (facts) => laravel(facts, (next) => next.replace(facts.address.origin, facts.foreignOrigin)),
} satisfies Record<string, (facts: PageFacts) => object>;

export type PagingName = keyof typeof pagings;

/** Whether the service ignores the requested page and always returns the first one. */
export const ignoresPage = (name: PagingName): boolean => name === 'none';
