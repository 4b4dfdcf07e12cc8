import { Icon } from '@/components/Icon.tsx';
import type { Locked } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { notAllowedText } from '@/lib/text/notAllowed.ts';
import { snakeCase } from '@/lib/text/sites.ts';

const reasonText = (locked: Locked, team: string | undefined): string =>
  locked === 'not-allowed'
    ? notAllowedText(team ? { team_name: team } : {})
    : t(`manage.read_only_${snakeCase(locked)}`);

export function ReadOnly({ locked, team }: { locked: Locked; team?: string | undefined }) {
  const reason = reasonText(locked, team);
  return (
    <span class="locked" title={reason}>
      <Icon name="lock" />
      {t('manage.read_only')}
      <span class="visually-hidden">: {reason}</span>
    </span>
  );
}
