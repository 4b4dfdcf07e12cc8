import { ageOf } from '../../util/moments.ts';
import { isObject, own, toCount, toText } from '../coerce.ts';
import { ApiError, problemIn } from '../errors.ts';
import type { Session } from '../session.ts';
import type { Team, Website } from '../types.ts';
import { ask, type Server } from './ask.ts';
import { isUuid } from './records.ts';

/**
 * A team that the account is in. Only these fields are read, because the others include the code for joining the team.
 */
interface Membership extends Team {
  /** Whether the account may view the team's websites but not change them. */
  onlyViews: boolean;
}

/** The teams of the key's account. */
export interface Teams {
  all: readonly Membership[];
  /** How many of the account's teams are missing in `all`; 1 if that is unknown. */
  unread: number;
  /** Whether the account has no right to create websites. */
  onlyViews: boolean;
}

export const noTeams: Teams = { all: [], unread: 0, onlyViews: false };

interface Account {
  id: unknown;
  role: unknown;
}

/**
 * Returns the id and the role of the key's account, or undefined if they cannot be read. Only these fields are read,
 * because the others include the key.
 */
async function accountOf(server: Server, session: Session): Promise<Account | undefined> {
  const answer = await ask(server, session, 'GET', '/me', { mayRepeat: true }).catch(() => undefined);
  const user = isObject(answer) ? own(answer, 'user') : undefined;
  return isObject(user) ? { id: own(user, 'id'), role: own(user, 'role') } : undefined;
}

function roleIn(raw: Record<string, unknown>, { id }: Account): unknown {
  const members = own(raw, 'members');
  const mine = (Array.isArray(members) ? members : []).find((one) => isObject(one) && own(one, 'userId') === id);
  return isObject(mine) ? own(mine, 'role') : undefined;
}

function membershipIn(raw: unknown, account: Account | undefined): Membership | undefined {
  const id = isObject(raw) ? own(raw, 'id') : undefined;
  if (!isObject(raw) || !isUuid(id)) return undefined;
  const isAdmin = account?.role === 'admin';
  const onlyViews = !!account && !isAdmin && roleIn(raw, account) === 'team-view-only';
  return { id, name: toText(own(raw, 'name'), 100) ?? id, onlyViews };
}

const teamsLast = 60 * 60_000;

/**
 * Returns an empty list for a 404, because some versions of Umami have no teams and lack the requested address.
 * Rethrows any other error. (If the whole server were missing, the list of websites would fail, too.)
 */
function noneIfMissing(error: unknown): { data: unknown[]; count?: unknown } {
  if (problemIn(error)?.status === 404) return { data: [] };
  throw error;
}

async function readTeams(server: Server, session: Session): Promise<Teams> {
  const query = { page: '1', pageSize: '100' };
  const read = ask(server, session, 'GET', '/me/teams', { query, mayRepeat: true, list: true });
  const { data, count } = await (read as Promise<{ data: unknown[]; count?: unknown }>).catch(noneIfMissing);
  const account = data.length ? await accountOf(server, session) : undefined;
  const all = data.map((raw) => membershipIn(raw, account)).filter((one) => one !== undefined);
  const unread = Math.max(data.length, toCount(count) ?? 0) - all.length;
  const teams = { all, unread, onlyViews: account?.role === 'view-only' };
  if (!unread && (account || !data.length)) await session.memory.set({ at: Date.now(), value: teams });
  return teams;
}

/**
 * Returns the account's teams, cached for up to an hour. If the server refuses to report them, `unread` is 1, because
 * the account may be in any team.
 */
export async function teamsOf(server: Server, session: Session): Promise<Teams> {
  const before = await session.memory.get();
  if (before && ageOf(before.at, Date.now()) < teamsLast) return before.value as Teams;
  return readTeams(server, session).catch((error: unknown) => {
    const status = problemIn(error)?.status ?? 500;
    if (status >= 500 || status === 429) throw error;
    return { ...noTeams, unread: 1 };
  });
}

/** Whether the account has left a team. Always asks the server. */
export const hasLeft = async (server: Server, id: string, session: Session): Promise<boolean> =>
  !(await readTeams(server, session)).all.some((one) => one.id === id);

const mayCreateIn = ({ onlyViews }: Membership, teams: Teams) => !onlyViews && !teams.onlyViews;

/** Returns the teams in which the account may create websites. Always asks the server. */
export async function listTeams(server: Server, session: Session): Promise<Team[]> {
  const teams = await readTeams(server, session);
  return teams.all.filter((one) => mayCreateIn(one, teams)).map(({ id, name }) => ({ id, name }));
}

/**
 * Rejects if the account certainly may not create websites in a team. Needed because the server lets an administrator
 * create a website in a team that is gone, and no list would then show that website.
 */
export async function checkTeam(server: Server, id: string, session: Session): Promise<void> {
  const teams = await teamsOf(server, session);
  const team = teams.all.find((one) => one.id === id);
  if (team ? mayCreateIn(team, teams) : teams.unread) return;
  throw new ApiError({ kind: 'rejected', code: 'no-team', fields: { team: [] } });
}

/**
 * Returns a website with the name of its team, or with the team's id if the name is unknown. Locks the website if the
 * account may only view the team's websites.
 */
export function withTeam(website: Website, { all }: Teams = noTeams): Website {
  if (!website.team) return website;
  const team = all.find(({ id }) => id === website.team);
  return {
    ...website,
    team_name: team?.name ?? website.team,
    ...(team?.onlyViews ? { locked: 'not-allowed' as const } : {}),
  };
}

/** Returns a website with the name of its team. If the teams cannot be read, the team's id serves as the name. */
export const withItsTeam = async (server: Server, website: Website, session: Session): Promise<Website> =>
  website.team ? withTeam(website, await teamsOf(server, session).catch(() => undefined)) : website;
