import type { Team } from '../services/index.ts';
import { ask } from './ask.ts';

/** By account, the teams in which it may create websites, as this page last read them. */
const lastRead = new Map<string, readonly Team[]>();

export const lastTeams = (account: string): readonly Team[] | undefined => lastRead.get(account);

/** Asks an account's service for them; if that fails, those that were read last stay. */
export async function readTeams(account: string): Promise<void> {
  const answer = await ask('teams.list', {}, { account });
  if (answer.ok) lastRead.set(account, answer.value);
}
