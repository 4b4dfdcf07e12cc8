import { teamOfNew } from '@/lib/connections/team.ts';
import type { PopupStart } from '../load.ts';
import type { Draft } from './state.ts';

/**
 * Returns the id of the team that will own a new site: the chosen team or, without a choice, the connection's default
 * team. Empty if the account itself will own the site.
 */
export const teamOf = ({ connection }: PopupStart, { team }: Draft['fields']): string =>
  team ?? (connection && teamOfNew(connection)?.id) ?? '';
