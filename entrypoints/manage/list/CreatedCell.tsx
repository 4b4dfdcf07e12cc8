import type { DateText } from '@/lib/text/dates.ts';
import { t } from '@/lib/text/i18n.ts';

/** The day on which a record was created, if the service reports it. */
export function CreatedCell({ day }: { day: DateText | undefined }) {
  return (
    <td class={`created ${day ? '' : 'unreported'}`} data-label={t('manage.created')} title={day?.moment}>
      {day?.day ?? t('manage.not_reported')}
    </td>
  );
}
