import { Icon } from '@/components/Icon.tsx';
import type { Locked } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';

const reasons: Record<Locked, () => string> = {
  'no-id': () => t('manage.read_only_no_id'),
  'no-name': () => t('manage.read_only_no_name'),
  'unsafe-id': () => t('manage.read_only_unsafe_id'),
  'inexact-id': () => t('manage.read_only_inexact_id'),
  'not-allowed': () => t('record.not_allowed'),
};

/** Says that a record can only be read, and why. */
export function ReadOnly({ locked }: { locked: Locked }) {
  const reason = reasons[locked]();
  return (
    <span class="locked" title={reason}>
      <Icon name="lock" />
      {t('manage.read_only')}
      <span class="visually-hidden">: {reason}</span>
    </span>
  );
}
