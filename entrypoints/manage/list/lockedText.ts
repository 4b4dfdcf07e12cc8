import type { Locked } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';

const lockedTexts: Record<Locked, () => string> = {
  'no-id': () => t('manage.read_only_no_id'),
  'no-name': () => t('manage.read_only_no_name'),
  'unsafe-id': () => t('manage.read_only_unsafe_id'),
  'inexact-id': () => t('manage.read_only_inexact_id'),
};

/** Why a record can only be read. */
export const lockedText = (locked: Locked): string => lockedTexts[locked]();
