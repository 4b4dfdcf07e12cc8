import { TeamChoice } from '@/components/TeamChoice.tsx';
import { nameOf } from '@/lib/connections/name.ts';
import type { Team } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { useTeamsOf } from '../useTeamsOf.ts';
import type { Place } from './usePlaces.ts';

interface NewTeamsProps {
  /** Undefined while the connections of the sites are unknown. */
  places: readonly Place[] | undefined;
  teamAt: (connection: ConnectionAddress) => Team | undefined;
  onChoose: (connection: ConnectionAddress, team: Team | undefined) => void;
}

function NewTeam({
  connection,
  isNamed,
  ...props
}: NewTeamsProps & { connection: ConnectionAddress; isNamed: boolean }) {
  const teams = useTeamsOf(connection, true);
  const name = nameOf(connection);
  return (
    <TeamChoice
      label={isNamed ? t('team.new_sites_at', { connection: name }) : t('team.new_sites')}
      teams={teams}
      value={props.teamAt(connection)}
      onChange={(team) => props.onChoose(connection, team)}
    />
  );
}

/** The choice of a team for the added websites, for each connection whose account has teams. */
export function NewTeams(props: NewTeamsProps) {
  const { places = [] } = props;
  return (
    <>
      {places.map(({ connection }) => (
        <NewTeam key={connection.id} {...props} connection={connection} isNamed={places.length > 1} />
      ))}
    </>
  );
}
