import { t } from '@/lib/text/i18n.ts';

/** The parts of the title of the page: the open tab, and the progress of a job. */
const parts = { page: '', percent: '' };

/** Changes a part of the page's title. */
export function setTitle(change: Partial<typeof parts>): void {
  const { page, percent } = Object.assign(parts, change);
  document.title = percent ? t('addmany.title', { percent, page }) : page;
}
