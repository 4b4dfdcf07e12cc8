import type { Trouble } from '@/lib/records/trouble.ts';
import { t } from '@/lib/text/i18n.ts';

const texts: Record<Trouble, () => string> = {
  lost: () => t('manage.store_lost'),
  full: () => t('manage.store_full'),
  unreadable: () => t('problem.storage'),
  none: () => t('problem.no_database'),
};

export const StoreNote = ({ trouble }: { trouble: Trouble | undefined }) => (
  <p class="hint" role="status">
    {trouble && texts[trouble]()}
  </p>
);
