import type { Team } from '../services/index.ts';
import { ask } from './ask.ts';

/** The teams for which an account may create websites, as this page has last read them, by account. */
const lastRead = new Map<string, readonly Team[]>();

/** Returns the teams that `readTeams` has last read for an account, or undefined if it has read none yet. */
export const lastTeams = (account: string): readonly Team[] | undefined => lastRead.get(account);

/** Asks an account's service for the account's teams. If that fails, the teams read before stay. */
export async function readTeams(account: string): Promise<void> {
  const answer = await ask('teams.list', {}, { account });
  if (answer.ok) lastRead.set(account, answer.value);
}
