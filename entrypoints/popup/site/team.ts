import { teamOfNew } from '@/lib/connections/team.ts';
import type { PopupStart } from '../load.ts';
import type { Draft } from './state.ts';

/**
 * Returns the id of the team that a new site will belong to: the chosen team. If none was chosen, returns the
 * connection's default team. Empty if the site will belong to the account itself.
 */
export const teamOf = ({ connection }: PopupStart, { team }: Draft['fields']): string =>
  team ?? (connection && teamOfNew(connection)?.id) ?? '';
