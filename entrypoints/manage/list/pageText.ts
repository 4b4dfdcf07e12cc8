import { numberText as number, t } from '@/lib/text/i18n.ts';

interface ShownPage {
  /** How many records come before this page, and how many are on it. */
  from: number;
  count: number;
  total?: number;
  /** There is or may be more than this page. */
  more: boolean;
  /** The service gives a way to the next page. */
  pages: boolean;
}

/** What is shown of how many; where a full page is all that can be had, it says so. */
export function pageText({ from, count, total, more, pages }: ShownPage): string {
  const dead = more && !pages && count > 0;
  if (dead && total !== undefined) return t('manage.first_of', { count: number(count), total: number(total) });
  if (dead) return t('manage.first', { count: number(count) });
  const range = { from: number(from + 1), to: number(from + count) };
  const all = total ?? (more ? undefined : from + count);
  return all === undefined ? t('manage.range', range) : t('manage.range_of', { ...range, total: number(all) });
}
