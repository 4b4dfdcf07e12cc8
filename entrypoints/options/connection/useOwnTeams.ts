import { useTeams } from '@/components/useTeams.ts';
import * as teams from '@/lib/messages/teams.ts';
import type { State } from './state.ts';

/**
 * Returns the teams in which the connection's account may create websites. They are requested once the defaults are
 * unfolded.
 */
export const useOwnTeams = ({ read, open }: State) => useTeams(teams, read.connection, open.includes('defaults'));
