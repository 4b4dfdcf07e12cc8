import { TeamChoice } from '@/components/TeamChoice.tsx';
import { useTeams } from '@/components/useTeams.ts';
import { nameOf } from '@/lib/connections/name.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import type { Place } from './usePlaces.ts';
import type { useTeamOfNew } from './useTeamOfNew.ts';

interface NewTeamProps {
  chosen: ReturnType<typeof useTeamOfNew>;
  connection: ConnectionAddress;
  isNamed: boolean;
}

function NewTeam({ chosen, connection, isNamed }: NewTeamProps) {
  const teams = useTeams(connection, true);
  const name = nameOf(connection);
  return (
    <TeamChoice
      label={isNamed ? t('team.new_sites_at', { connection: name }) : t('team.new_sites')}
      teams={teams}
      value={chosen.teamAt(connection)}
      onChange={(team) => chosen.choose(connection, team)}
    />
  );
}

interface NewTeamsProps extends Pick<NewTeamProps, 'chosen'> {
  /** The connections that the sites go to; undefined while they are unknown. */
  places: readonly Place[] | undefined;
}

/** Asks which team will own the added websites, for each connection whose account has teams. */
export const NewTeams = ({ places = [], chosen }: NewTeamsProps) =>
  places.map(({ connection }) => (
    <NewTeam key={connection.id} chosen={chosen} connection={connection} isNamed={places.length > 1} />
  ));
