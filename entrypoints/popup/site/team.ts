import { teamOfNew } from '@/lib/connections/team.ts';
import type { PopupStart } from '../load.ts';
import type { Draft } from './state.ts';

/**
 * The id of the team that a new site will belong to: the chosen one, or else the connection's default. Empty for the account
 * itself.
 */
export const teamOf = ({ connection }: PopupStart, { team }: Draft['fields']): string =>
  team ?? (connection && teamOfNew(connection)?.id) ?? '';
