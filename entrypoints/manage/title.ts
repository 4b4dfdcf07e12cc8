import { t } from '@/lib/text/i18n.ts';

/** The parts of the page title: the name of the open tab, and the progress of a running job ('' if none runs). */
const parts = { page: '', percent: '' };

/** Changes one part of the page title, or both. */
export function setTitle(change: Partial<typeof parts>): void {
  const { page, percent } = Object.assign(parts, change);
  document.title = percent ? t('addmany.title', { percent, page }) : page;
}
