import type { Team } from '../services/index.ts';
import { ask } from './ask.ts';

/** By account, the teams in which it may create websites, as this page last read them. */
const lastRead = new Map<string, readonly Team[]>();

/** Returns the teams that `readTeams` has read last for an account, or undefined if there was no answer yet. */
export const lastTeams = (account: string): readonly Team[] | undefined => lastRead.get(account);

/** Reads an account's teams from its service. If that fails, the teams that were read before stay. */
export async function readTeams(account: string): Promise<void> {
  const answer = await ask('teams.list', {}, { account });
  if (answer.ok) lastRead.set(account, answer.value);
}
