import type { Team } from '../services/index.ts';
import { ask } from './ask.ts';

const lastRead = new Map<string, readonly Team[]>();

/** Returns an account's teams as `readTeams` last read them, or undefined before the first reading. */
export const lastTeams = (account: string): readonly Team[] | undefined => lastRead.get(account);

/** Reads an account's teams from its service. After a failure, `lastTeams` still returns the previous answer. */
export async function readTeams(account: string): Promise<void> {
  const answer = await ask('teams.list', {}, { account });
  if (answer.ok) lastRead.set(account, answer.value);
}
