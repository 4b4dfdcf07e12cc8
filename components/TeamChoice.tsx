import { useId } from 'preact/hooks';
import type { Team } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';

interface TeamChoiceProps {
  label: string;
  /** The teams in which the account may create websites; undefined while they are unknown. */
  teams: readonly Team[] | undefined;
  /** The chosen team; undefined if the website will belong to the account itself. */
  value: Team | undefined;
  /** Whether the choice cannot change, because it is being sent. */
  isFixed?: boolean;
  onChange: (team: Team | undefined) => void;
}

/**
 * Renders the choice of the team that a new website belongs to. Renders nothing if no team is known and none is chosen.
 */
export function TeamChoice({ label, teams, value, isFixed, onChange }: TeamChoiceProps) {
  const id = useId();
  if (!teams?.length && !value) return null;
  const isListed = !value || teams?.some((team) => team.id === value.id);
  const offered = isListed ? (teams ?? []) : [...(teams ?? []), value];
  const isGone = !isListed && teams !== undefined;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value?.id ?? ''}
        disabled={isFixed}
        aria-invalid={isGone ? 'true' : undefined}
        aria-describedby={isGone ? `${id}-gone` : undefined}
        onChange={({ currentTarget }) => onChange(offered.find((team) => team.id === currentTarget.value))}
      >
        <option value="">{t('team.own')}</option>
        {offered.map((team) => (
          <option key={team.id} value={team.id}>
            {team.name}
          </option>
        ))}
      </select>
      {isGone && (
        <p class="error" id={`${id}-gone`}>
          {t('team.gone', { team: value.name })}
        </p>
      )}
    </div>
  );
}
