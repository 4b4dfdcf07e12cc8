import { hostOf, standsFor } from '../../hosts/hostOf.ts';
import type { Input } from '../../messages/ask.ts';
import { ApiError, type InputOf, type Problem, type Website } from '../../services/index.ts';
import { certain, requestProblem } from '../problems.ts';
import { type BoundContext, request } from '../request.ts';
import { forgetLookUps } from './lookUp.ts';
import { announce, dropId, dropProject, putSites, putUpdate } from './siteCache.ts';
import { changeInTurn, inTurn } from './turns.ts';

type Removed = { outcome: 'deleted' | 'gone' };

/** A delete of what is already gone is done. */
const removed = (deleted: Promise<unknown>): Promise<Removed> =>
  deleted.then(
    () => ({ outcome: 'deleted' }),
    (error) => {
      if (requestProblem(error).kind === 'missing') return { outcome: 'gone' };
      throw error;
    },
  );

async function update(input: InputOf<'websites.update'>, context: BoundContext): Promise<Website | undefined> {
  const { account } = context;
  const website = await request('websites.update', input, context);
  forgetLookUps();
  if (context.private) return website;
  if (website) await putSites(account, [website]);
  const { password, ...sent } = input;
  await announce(account, {
    kind: 'website',
    website: { ...sent, ...(password ? { has_password: true } : {}), ...website },
  });
  if (input.privacy !== undefined && website?.privacy === undefined)
    await putUpdate(account, input.id, { privacy: input.privacy, ...(password ? { hasPassword: true } : {}) });
  return website;
}

/**
 * Changes a website, and keeps and tells what is known of it now. One write at a time for one record; a change that a
 * later one supersedes before it was sent is not made. Rejects with ApiError.
 */
export const updateWebsite = (input: InputOf<'websites.update'>, context: BoundContext): Promise<Website | undefined> =>
  changeInTurn(context.account, input.id, input, () => update(input, context));

/**
 * The record as the service has it now; undefined: it is gone. A service may show lists only, so that its 404 proves
 * nothing while the list still has the record. Rejects with code `unseen` where neither tells.
 */
export async function seenNow(
  { id, domain }: Input<'websites.delete'>,
  context: BoundContext,
): Promise<Website | undefined> {
  let missing: Problem;
  try {
    return await request('websites.show', { id }, context);
  } catch (error) {
    missing = requestProblem(error);
    if (missing.kind !== 'missing') throw error;
  }
  const host = hostOf(domain);
  const list = host ? await request('websites.find', { host }, context) : undefined;
  const found = list?.items.find((one) => one.id === id);
  if (!found && !list?.complete) throw new ApiError({ ...missing, code: 'unseen' });
  return found;
}

/** Sees that the record is still the one that was confirmed: ids are given anew, and records are renamed. False: it is gone. */
async function confirmed(input: Input<'websites.delete'>, context: BoundContext): Promise<boolean> {
  const now = await seenNow(input, context).catch((error) => {
    const problem = requestProblem(error);
    throw certain.has(problem.kind) ? error : new ApiError({ ...problem, code: 'unseen' });
  });
  if (now && !standsFor(now, input.domain)) throw new ApiError({ kind: 'conflict', code: 'other-record' });
  return now !== undefined;
}

/**
 * Deletes a website if it still is the one that was confirmed, and forgets it. Rejects with ApiError, before anything
 * is deleted with code `other-record` where it is another by now, `unseen` where the service cannot show it.
 */
export const deleteWebsite = (input: Input<'websites.delete'>, context: BoundContext): Promise<Removed> =>
  inTurn(context.account, input.id, async () => {
    const { id } = input;
    const isThere = await confirmed(input, context);
    const done: Removed = isThere ? await removed(request('websites.delete', { id }, context)) : { outcome: 'gone' };
    forgetLookUps();
    await dropId(context.account, id);
    return done;
  });

/** Deletes a project, and forgets it. Rejects with ApiError. */
export async function deleteProject(input: InputOf<'projects.delete'>, context: BoundContext): Promise<Removed> {
  const outcome = await removed(request('projects.delete', input, context));
  await dropProject(context.account, input.project);
  return outcome;
}
