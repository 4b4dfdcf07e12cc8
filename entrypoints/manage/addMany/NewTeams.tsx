import { TeamChoice } from '@/components/TeamChoice.tsx';
import { nameOf } from '@/lib/connections/name.ts';
import type { Team } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { useTeamsOf } from '../useTeamsOf.ts';
import type { Place } from './usePlaces.ts';

interface NewTeamsProps {
  /** Undefined while it is not known where sites go. */
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

/** Whose the added websites will be, for each connection whose account is in a team. */
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
