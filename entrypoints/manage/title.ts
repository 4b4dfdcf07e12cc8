import { t } from '@/lib/text/i18n.ts';

const parts = { page: '', percent: '' };

export function setTitle(change: Partial<typeof parts>): void {
  const { page, percent } = Object.assign(parts, change);
  document.title = percent ? t('addmany.title', { percent, page }) : page;
}
