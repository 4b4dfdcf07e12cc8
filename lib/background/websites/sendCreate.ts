import type { Registration } from '../../messages/commands.ts';
import type { PendingCreate } from '../../records/database.ts';
import { ApiError, type InputOf, type Problem, type Website } from '../../services/index.ts';
import { sleep } from '../../util/sleep.ts';
import { isCertain, requestProblem } from '../problems.ts';
import { type BoundContext, type Context, prepareCall } from '../request.ts';
import { tracesOf } from '../traces.ts';
import { noteRefusedDouble } from './doubles.ts';
import { findExact } from './lookUp.ts';
import { beginCreate, endCreate, keepCreate } from './pendingCreates.ts';

export type CreateInput = InputOf<'websites.create'>;

/** Delays of the look-ups after an uncertain answer (milliseconds). The worker has 30 s in all. */
const lookUpDelays = [2_000, 6_000];
/** No look-up starts later than this after the press, because the browser may stop the worker after 30 s. */
const maxLookUpTime = 22_000;

const unconfirmed = (cause: Problem): Problem => ({ ...cause, code: 'unconfirmed' });

/** Looks up a create whose answer was lost, after each delay; undefined: the service does not have it. */
export async function confirm(host: string, since: number, context: Context): Promise<Website | undefined> {
  for (const after of lookUpDelays) {
    if (performance.now() + after - since > maxLookUpTime) break;
    await sleep(after);
    const found = await findQuietly(host, context);
    if (found) return found;
  }
  return undefined;
}

/** A create refused because the domain exists (409, or 422 naming `domain`) may be one that another window made. */
const maybeThere = ({ kind, fields }: Problem) => kind === 'conflict' || (kind === 'rejected' && !!fields?.domain);

/** The first record of a host; undefined also where the service cannot be asked. */
export const findQuietly = (host: string, context: Context) =>
  findExact(host, context).then(
    ([website]) => website,
    () => undefined,
  );

/**
 * The service refused, so this request created nothing. If it says "exists", another window may have created it, or the
 * browser: when a kept-alive connection breaks before the answer, Chromium repeats the request by itself, even a POST.
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

/** What is known before a create is sent. */
export interface Meant {
  /** A job's item: looks for a lost answer itself. `begin`: called right before the create is sent; false: it must not be. */
  job: { begin: () => Promise<boolean> } | undefined;
  /** An earlier create of the host, whose outcome is unknown. */
  before: PendingCreate | undefined;
  wasAbsent: boolean;
}

/** Notes the create and makes it ready to be sent. Where that fails, nothing was sent, and an earlier create is noted as before. */
async function prepareCreate({ id }: CreateInput, host: string, context: BoundContext, { before, job }: Meant) {
  const [call, ...others] = await Promise.allSettled([
    prepareCall('websites.create', context),
    beginCreate(context.account, host, context.private, id),
    job?.begin() ?? true,
  ]);
  const failed = [call, ...others].find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  const isWanted = others[1]?.status !== 'fulfilled' || others[1].value;
  if (call.status === 'fulfilled' && !failed && isWanted) return call.value;
  await forgetUnsent(host, context, before);
  throw failed ? failed.reason : new ApiError({ kind: 'cancelled' });
}

/** A create was certainly not carried out; an earlier one of the host may still be. */
const forgetUnsent = (host: string, { account }: BoundContext, before: PendingCreate | undefined): Promise<void> =>
  before ? keepCreate(before).catch(() => {}) : endCreate(account, host);

/** Sends the one create. `undefined`: accepted, but the answer did not carry the domain that was sent. */
export async function sendCreate(
  input: CreateInput,
  host: string,
  context: BoundContext,
  meant: Meant,
): Promise<Registration> {
  const since = performance.now();
  const send = await prepareCreate(input, host, context, meant);
  const answer = await send(input).then(
    (website) => ({ website, problem: undefined }),
    (error) => ({ website: undefined, problem: requestProblem(error) }),
  );
  if (answer.problem && isCertain(answer.problem)) {
    await forgetUnsent(host, context, meant.before);
    return afterRefusal(answer.problem, host, context, meant.wasAbsent);
  }
  const website =
    answer.website ??
    (answer.problem ? undefined : await findQuietly(host, context)) ??
    (meant.job ? undefined : await confirm(host, since, context));
  if (!website) throw new ApiError(unconfirmed(answer.problem ?? { kind: 'shape' }));
  return { outcome: answer.problem ? 'confirmed' : 'created', website };
}
