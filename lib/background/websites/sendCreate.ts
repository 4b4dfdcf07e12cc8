import type { Item } from '../../jobs/types.ts';
import type { Registration } from '../../messages/commands.ts';
import { ApiError, type InputOf, type Problem } from '../../services/index.ts';
import { isCertain, requestProblem } from '../problems.ts';
import { type BoundContext, prepareCall } from '../request.ts';
import { tracesOf } from '../traces.ts';
import { noteRefusedDouble } from './doubles.ts';
import { findQuietly } from './lookUp.ts';

export type CreateInput = InputOf<'websites.create'>;

/** The data by which the next create of a host finds this one, and whether another press or job wants it, too. */
export type Open = Required<Pick<Item, 'open' | 'create'>> & Pick<Item, 'wanted'>;

/** The circumstances of a create before it is sent. */
export interface Meant {
  /** Called right before the create is sent, and stores that it is sent. Resolves to false if it must not be sent. */
  begin: (open: Open) => Promise<boolean>;
  wasAbsent: boolean;
  /** Whether an earlier create of the host, by another press or job, has an unknown outcome. */
  isShared: boolean;
}

/**
 * Whether a create may have been refused because the domain exists (409, or 422 naming `domain`). Another window may
 * have registered it.
 */
const maybeThere = ({ kind, fields }: Problem) => kind === 'conflict' || (kind === 'rejected' && !!fields?.domain);

/**
 * Looks for the website of a create that the service refused. The request itself created nothing. If the host exists,
 * another window may have created it, or the browser. Chromium repeats a request on its own, even a POST, if a
 * kept-alive connection breaks before the answer.
 */
async function afterRefusal(
  problem: Problem,
  host: string,
  context: BoundContext,
  wasAbsent: boolean,
): Promise<Registration> {
  const website = maybeThere(problem) ? await findQuietly(host, context) : undefined;
  if (!website) throw new ApiError(problem);
  if (tracesOf(context).stored) await noteRefusedDouble(context.account);
  return { outcome: wasAbsent ? 'confirmed' : 'already', website };
}

/** Prepares the create, stores that it is about to be sent, and returns the function that sends it. */
async function prepareCreate({ id }: CreateInput, host: string, context: BoundContext, { begin, isShared }: Meant) {
  const create = { at: Date.now(), ...(id ? { id } : {}) };
  const [call, begun] = await Promise.allSettled([
    prepareCall('websites.create', context),
    begin({ open: [context.account, host], create, ...(isShared ? { wanted: true } : {}) }),
  ]);
  if (call.status === 'rejected') throw call.reason;
  if (begun.status === 'rejected') throw begun.reason;
  if (!begun.value) throw new ApiError({ kind: 'cancelled' });
  return call.value;
}

/** Sends the one create. Rejects with ApiError. Its code is `unconfirmed` if the outcome is unknown. */
export async function sendCreate(
  input: CreateInput,
  host: string,
  context: BoundContext,
  meant: Meant,
): Promise<Registration> {
  const send = await prepareCreate(input, host, context, meant);
  const answer = await send(input).then(
    (website) => ({ website, problem: undefined }),
    (error) => ({ website: undefined, problem: requestProblem(error) }),
  );
  const { problem } = answer;
  if (problem && isCertain(problem)) return afterRefusal(problem, host, context, meant.wasAbsent);
  // Accepted, but the answer may lack the domain that was sent.
  const website = answer.website ?? (problem ? undefined : await findQuietly(host, context));
  if (!website) throw new ApiError({ ...(problem ?? { kind: 'shape' }), code: 'unconfirmed' });
  return { outcome: 'created', website, ...(answer.website ? {} : { isFound: true }) };
}
