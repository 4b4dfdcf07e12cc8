import type { Trouble } from '@/lib/records/trouble.ts';
import { t } from '@/lib/text/i18n.ts';

const texts: Record<Trouble, () => string> = {
  lost: () => t('manage.store_lost'),
  full: () => t('manage.store_full'),
  unreadable: () => t('problem.storage'),
  none: () => t('problem.no_database'),
};

/** Says why the lists are not stored on this computer, or that they were lost. Empty if neither is the case. */
export const StoreNote = ({ trouble }: { trouble: Trouble | undefined }) => (
  <p class="hint" role="status">
    {trouble && texts[trouble]()}
  </p>
);
