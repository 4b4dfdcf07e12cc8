/** The position of a page in a list. `address`: the list's absolute address, without the page. */
export interface PageFacts {
  address: URL;
  page: number;
  perPage: number;
  total: number;
  foreignOrigin: string;
}

const laravel = ({ address, page, perPage, total }: PageFacts, change = (next: string) => next) => {
  const last = Math.max(1, Math.ceil(total / perPage));
  const next = new URL(address);
  next.searchParams.set('page', String(page + 1));
  return {
    links: { next: page < last ? change(next.href) : null },
    meta: { current_page: page, last_page: last, per_page: perPage, total },
  };
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
