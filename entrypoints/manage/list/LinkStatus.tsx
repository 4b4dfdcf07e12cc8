import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

/** Whether the other list has a record for the same site. Undefined: unknown, because that list is not completely known. */
export function LinkStatus({ linked }: { linked: boolean | undefined }) {
  if (linked === undefined) return <span class="cross unreported">{t('manage.not_checked')}</span>;
  return (
    <span class={`cross ${linked ? 'yes' : 'no'}`}>
      {linked && <Icon name="check" />}
      {t(linked ? 'manage.yes' : 'manage.no')}
    </span>
  );
}
