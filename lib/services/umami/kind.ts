import { isObject, own } from '../coerce.ts';
import { ApiError, type Problem, problemIn } from '../errors.ts';
import { find } from '../find.ts';
import type { ServiceKind } from '../kind.ts';
import type { InputOf } from '../operations.ts';
import { withAnyCase } from '../searchProof.ts';
import type { Session } from '../session.ts';
import type { Website } from '../types.ts';
import { ask, type Server } from './ask.ts';
import { hits } from './hits.ts';
import { websiteIn } from './records.ts';
import { checkKey, isDeleted, list, show, write } from './server.ts';
import { checkTeam, listTeams, withItsTeam } from './teams.ts';

/** Returns a random id of 16 characters, which nobody can guess, for a website's public page. */
const newShareId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 16);

/** The longest name that Umami accepts (characters). A domain may be longer than that. */
const maxName = 100;

/**
 * Makes a website's statistics public (privacy 0) or private. Statistics that are already public keep their address.
 * `now`: the present record, if it was read. Resolves to undefined if the answer lacks the record.
 */
async function setPrivacy(
  server: Server,
  now: Website | undefined,
  { id, privacy }: InputOf<'websites.update'>,
  session: Session,
): Promise<Website | undefined> {
  if (privacy === 0 && now?.privacy === 0) return now;
  const body = { shareId: privacy === 0 ? newShareId() : null };
  const answer = await write(server, session, 'POST', id, body);
  if (isDeleted(answer)) throw new ApiError({ kind: 'missing' });
  const website = websiteIn(answer, server.pages(session.url));
  return website?.id.toLowerCase() === id.toLowerCase() ? website : undefined;
}

const mayHaveCreated: ReadonlySet<unknown> = new Set<Problem['kind']>(['server', 'network']);

/**
 * Creates a website with an id chosen by Waymark. After a lost answer or a failure of the server, looks up this id: a
 * record with it is the created website. Does not repeat the create: Umami refuses a second record with the same id
 * (500), but versions before 2.19 ignore the id.
 */
async function create(
  server: Server,
  input: InputOf<'websites.create'>,
  session: Session,
): Promise<Website | undefined> {
  const { domain, privacy = 1, id = crypto.randomUUID(), team } = input;
  const body = {
    ...{ id, name: domain.slice(0, maxName), domain },
    ...(privacy === 0 ? { shareId: newShareId() } : {}),
    ...(team ? { teamId: team } : {}),
  };
  if (team) await checkTeam(server, team, session);
  try {
    const answer = await ask(server, session, 'POST', '/websites', { body });
    const made = websiteIn(answer, server.pages(session.url));
    if (made?.domain.toLowerCase() !== domain.toLowerCase()) return undefined;
    return withItsTeam(server, made, session);
  } catch (error) {
    const problem = problemIn(error);
    if (problem?.kind === 'auth') {
      // A 401 may mean that the account has reached its limit of websites. So the key is checked.
      await checkKey(server, session);
      throw new ApiError({ ...problem, kind: 'forbidden' });
    }
    if (!mayHaveCreated.has(problem?.kind)) throw error;
    const made = await show(server, id, session).catch(() => {
      throw error;
    });
    // Corrects the privacy. The server creates the website before making it public, and may have failed in between. An
    // earlier create with this id may also have had another privacy.
    return made.privacy === privacy ? made : setPrivacy(server, made, { id, privacy }, session);
  }
}

/** Returns the operations for a server of Umami: a self-hosted one, or the cloud. */
export const umamiAt = (server: Server): ServiceKind['operations'] => ({
  'websites.list': (input, session) => list(server, input, session),
  'websites.find': async (input, { call }) => withAnyCase(await find(input, (query) => call('websites.list', query))),
  'websites.show': ({ id }, session) => show(server, id, session),
  'teams.list': (_input, session) => listTeams(server, session),
  'websites.hits': (input, session) => hits(server, input, session),
  'websites.create': (input, session) => create(server, input, session),
  'websites.update': async (input, session) =>
    setPrivacy(server, input.privacy === 0 ? await show(server, input.id, session) : undefined, input, session),
  'websites.delete': async ({ id }, session) => {
    const answer = await write(server, session, 'DELETE', id);
    if (!isObject(answer) || own(answer, 'ok') !== true) throw new ApiError({ kind: 'server' });
    return undefined;
  },
});
