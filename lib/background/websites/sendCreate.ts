import { standsFor } from '../../hosts/hostOf.ts';
import type { Item } from '../../jobs/types.ts';
import type { Registration } from '../../messages/commands.ts';
import { ApiError, type InputOf, type Problem, type Website } from '../../services/index.ts';
import { isOtherPrivacy } from '../../websites/record.ts';
import { isCertain, requestProblem } from '../problems.ts';
import { serviceTime } from '../rateLimits.ts';
import { type BoundContext, prepareCall } from '../request.ts';
import { tracesOf } from '../traces.ts';
import { refusingDoubles } from './accountFacts.ts';
import { findQuietly } from './lookUp.ts';

export type CreateInput = InputOf<'websites.create'>;

/**
 * The fields stored with a create before it is sent. `open`, `create`: let a later create of the host find this one.
 * `wanted`: set if another job or write by hand has sent a create of the host; an undo of this job then does not delete
 * the website.
 */
export type Open = Required<Pick<Item, 'open' | 'create'>> & Pick<Item, 'wanted'>;

/**
 * Facts about a create that is about to be sent. `url`: the service's address. `wasAbsent`: whether the service has
 * recently shown that it lacks the host. False for a create without an earlier report (`Item.absentAt`).
 */
export interface CreateFacts {
  /** Called right before the create is sent. Notes that it is being sent, and resolves to whether it may be sent. */
  begin: (open: Open) => Promise<boolean>;
  url: string;
  wasAbsent: boolean;
  /** Whether another job or write by hand has sent a create of this host whose outcome is unknown. */
  isShared: boolean;
  /** Whether a create of this host was sent before, and its outcome is unknown. */
  isResent: boolean;
  /** Websites of related hosts, such as the host without `www.`, that were known before the create. */
  bare: readonly Website[];
}

/**
 * Whether a create may have been refused because the domain is already registered (409, or 422 naming `domain`), for
 * example by another window.
 */
const maybeThere = ({ kind, fields }: Problem) => kind === 'conflict' || (kind === 'rejected' && !!fields?.domain);

/**
 * Returns the outcome of a refused create if the host has a website all the same. Otherwise rejects with the refusal.
 * The website may come from another window (`already`), or from this create (`confirmed`): Chromium repeats a request
 * on its own, even a POST, if a kept-alive connection breaks before the answer. A website with another privacy cannot
 * come from this create.
 */
async function afterRefusal(
  problem: Problem,
  input: CreateInput,
  host: string,
  context: BoundContext,
  { wasAbsent, isShared }: CreateFacts,
): Promise<Registration> {
  const website = maybeThere(problem) ? await findQuietly(host, context) : undefined;
  if (!website) throw new ApiError(problem);
  if (tracesOf(context).stored) await refusingDoubles.note(context.account);
  const isOurs = wasAbsent && !isOtherPrivacy(input, website);
  return { outcome: isOurs ? 'confirmed' : 'already', website, ...(isShared ? { isOthers: true } : {}) };
}

/** Prepares a create, stores that it is about to be sent, and returns the function that sends it. */
async function prepareCreate(
  { id }: CreateInput,
  host: string,
  context: BoundContext,
  { begin, isShared }: CreateFacts,
) {
  const send = await prepareCall('websites.create', context);
  const create = { at: Date.now(), ...(id ? { id } : {}) };
  if (!(await begin({ open: [context.account, host], create, ...(isShared ? { wanted: true } : {}) })))
    throw new ApiError({ kind: 'cancelled' });
  return send;
}

/** How far the creation date of a new record may be behind its service's clock (milliseconds). */
const clockError = 2 * 86_400_000;
/**
 * Matches the forms of a creation date that count: with the year first, or as in HTTP (Fri, 02 Jan 2026). Others may be
 * misread (1/12/2026), and a year before 2000 is no date at all.
 */
const dateForm = /^2\d{3}[-/]|^\w{3}, .* 2\d{3} /;

/** Whether a record is older than the create, judged by its creation date. */
function isOld({ created_at = '' }: Website, url: string): boolean {
  const made = Date.parse(created_at);
  return dateForm.test(created_at) && made < Math.min(Date.now(), serviceTime(url)) - clockError;
}

/**
 * Returns the outcome of an accepted create. Some services answer a create with a record that they already have. The
 * outcome is then `already`, so that an undo does not delete the record. There is one exception: if the create was sent
 * before, the record of a related host may come from that earlier request, so the outcome is `confirmed`.
 */
function outcomeOf(website: Website, host: string, id: string | undefined, facts: CreateFacts) {
  if (isOld(website, facts.url)) return 'already';
  const isOther = website.id !== id && !standsFor(website, host);
  if (!isOther || !facts.bare.some((one) => one.id === website.id)) return 'created';
  return facts.isResent ? 'confirmed' : 'already';
}

/** Sends a create once. Rejects with ApiError; its code is `unconfirmed` if the outcome is unknown. */
export async function sendCreate(
  input: CreateInput,
  host: string,
  context: BoundContext,
  facts: CreateFacts,
): Promise<Registration> {
  const send = await prepareCreate(input, host, context, facts);
  const answer = await send(input).then(
    (website) => ({ website, problem: undefined }),
    (error) => ({ website: undefined, problem: requestProblem(error) }),
  );
  const { problem } = answer;
  if (problem && isCertain(problem)) return afterRefusal(problem, input, host, context, facts);
  // Looks for the record of an accepted create whose answer lacks it.
  const website = answer.website ?? (problem ? undefined : await findQuietly(host, context));
  if (!website) throw new ApiError({ ...(problem ?? { kind: 'shape' }), code: 'unconfirmed' });
  return {
    outcome: outcomeOf(website, host, input.id, facts),
    website,
    ...(answer.website ? {} : { isFound: true }),
  };
}
