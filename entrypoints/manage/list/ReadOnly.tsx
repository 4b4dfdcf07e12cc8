import { Icon } from '@/components/Icon.tsx';
import type { Locked } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { notAllowedText } from '@/lib/text/notAllowed.ts';

const reasons: Record<Locked, (team: string | undefined) => string> = {
  'no-id': () => t('manage.read_only_no_id'),
  'no-name': () => t('manage.read_only_no_name'),
  'unsafe-id': () => t('manage.read_only_unsafe_id'),
  'inexact-id': () => t('manage.read_only_inexact_id'),
  'not-allowed': (team) => notAllowedText(team ? { team_name: team } : {}),
};

/** Says that a record is read-only, and why. `team`: the name of the team that owns the record. */
export function ReadOnly({ locked, team }: { locked: Locked; team?: string | undefined }) {
  const reason = reasons[locked](team);
  return (
    <span class="locked" title={reason}>
      <Icon name="lock" />
      {t('manage.read_only')}
      <span class="visually-hidden">: {reason}</span>
    </span>
  );
}
