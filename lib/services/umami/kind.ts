import { isObject, own } from '../coerce.ts';
import { ApiError, type Problem, problemIn } from '../errors.ts';
import { find } from '../find.ts';
import type { ServiceKind } from '../kind.ts';
import type { InputOf } from '../operations.ts';
import { withAnyCase } from '../searchProof.ts';
import type { Session } from '../session.ts';
import type { Website } from '../types.ts';
import { websiteIn } from './records.ts';
import { ask, checkKey, isDeleted, list, type Server, show, write } from './server.ts';

/** What a shared page is known by: 16 letters that nobody guesses. */
const newShareId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 16);

/** A longer name is refused (characters); a domain may have 500. */
const maxName = 100;

/** Shares a website, or ends that. A page that is shared keeps its address. */
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

/** What was not certainly refused may have been made. */
const uncertain: ReadonlySet<unknown> = new Set<Problem['kind']>(['server', 'network']);

/**
 * Creates a website under an id of our own: a second record with it is refused (500), and a look at the id tells what
 * became of the first. Sent once all the same: before 2.19 the id was passed over.
 */
async function create(
  server: Server,
  input: InputOf<'websites.create'>,
  session: Session,
): Promise<Website | undefined> {
  const { domain, privacy = 1, id = crypto.randomUUID() } = input;
  const body = { id, name: domain.slice(0, maxName), domain, ...(privacy === 0 ? { shareId: newShareId() } : {}) };
  try {
    const answer = await ask(server, session, 'POST', '/websites', { body });
    const made = websiteIn(answer, server.pages(session.url));
    return made?.domain.toLowerCase() === domain.toLowerCase() ? made : undefined;
  } catch (error) {
    const problem = problemIn(error);
    if (problem?.kind === 'auth') {
      // A limit on how many websites there may be is told with 401, too.
      await checkKey(server, session);
      throw new ApiError({ ...problem, kind: 'forbidden' });
    }
    if (!uncertain.has(problem?.kind)) throw error;
    const made = await show(server, id, session).catch(() => {
      throw error;
    });
    // It is made first, and shared then.
    return privacy === 0 ? setPrivacy(server, made, { id, privacy }, session) : made;
  }
}

/** A server of this kind, wherever it stands. */
export const umamiAt = (server: Server): ServiceKind['operations'] => ({
  'websites.list': (input, session) => list(server, input, session),
  'websites.find': async (input, { call }) => withAnyCase(await find(input, (query) => call('websites.list', query))),
  'websites.show': ({ id }, session) => show(server, id, session),
  'websites.create': (input, session) => create(server, input, session),
  'websites.update': async (input, session) =>
    setPrivacy(server, input.privacy === 0 ? await show(server, input.id, session) : undefined, input, session),
  'websites.delete': async ({ id }, session) => {
    const answer = await write(server, session, 'DELETE', id);
    if (!isObject(answer) || own(answer, 'ok') !== true) throw new ApiError({ kind: 'server' });
    return undefined;
  },
});
