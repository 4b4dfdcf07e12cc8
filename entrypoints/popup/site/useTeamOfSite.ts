import { useTeams } from '@/components/useTeams.ts';
import { teamOfNew } from '@/lib/connections/team.ts';
import type { Team } from '@/lib/services/index.ts';
import type { PopupStart } from '../load.ts';
import type { Draft } from './state.ts';
import { teamOf } from './team.ts';

/**
 * Returns the team that will own a new site (`team`), the connection's default team (`usual`), and the teams to choose
 * from (`all`). Requests `all` only if `isWanted`, and never in a private window.
 */
export function useTeamOfSite(start: PopupStart, fields: Draft['fields'], isWanted: boolean) {
  const all = useTeams(start.connection, isWanted && !start.private);
  const usual = start.connection && teamOfNew(start.connection);
  const id = teamOf(start, fields);
  const known = [...(all ?? []), ...(usual ? [usual] : [])].find((one) => one.id === id);
  const team: Team | undefined = id ? (known ?? { id, name: id }) : undefined;
  return { all, team, usual };
}
