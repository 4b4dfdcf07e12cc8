import type { Hits, InputOf } from '../../services/index.ts';
import { askedWaitUntil } from '../../services/rateLimit.ts';
import { type HitsById, hitsOf, type KnownHits } from '../../storage/hits.ts';
import { get, update } from '../../storage/settings.ts';
import { ageOf } from '../../util/moments.ts';
import { changeRateLimit } from '../rateLimits.ts';
import { type BoundContext, refusePrivate, request, serviceOf } from '../request.ts';

/**
 * How long stored visits are used before they are requested again, unless a person asks for new ones (milliseconds).
 */
const lasts = 60 * 60_000;
/**
 * How many websites' last visits may be requested from a service per minute. Requests that a person has asked for
 * (`fresh`) are not limited.
 */
const perMinute = 20;
/**
 * The maximum number of an account's websites whose visits are stored. If there are more, those requested longest ago
 * are dropped.
 */
const maxKept = 10_000;

type Input = InputOf<'websites.hits'>;

const isWithin = (span: number, at: number | undefined, now: number) => at !== undefined && ageOf(at, now) < span;

function due(known: HitsById, { ids, last, week }: Input, now: number): string[] {
  const isDue = ({ lastAt, weekAt }: KnownHits = {}) =>
    (last && !isWithin(lasts, lastAt, now)) || (week && !isWithin(lasts, weekAt, now));
  return ids.filter((id) => isDue(known[id]));
}

/**
 * Updates the stored visits with the answer to a request sent at `askedAt`. Websites that the answer lacks stay as they
 * are. For a website in the answer:
 * - The time of the request is stored even if the service does not reveal the visits, so that they are not requested
 *   again at once.
 * - Visits from a later request stay.
 * - A weekly number that is too old is dropped.
 */
function withAnswer(known: HitsById, { ids, last, week }: Input, answer: readonly Hits[], askedAt: number): HitsById {
  const asked = new Set(ids);
  const now = Date.now();
  // Whether stored visits are from a later request. A time in the future was stored before the clock was set back.
  const isLater = (at = 0) => at > askedAt && at <= now;
  const next = answer.map((one): [string, KnownHits] => {
    const { week: before, weekAt, ...rest } = known[one.id] ?? {};
    const isLast = last && asked.has(one.id) && !isLater(rest.lastAt);
    const isWeek = (week || one.week !== undefined) && !isLater(weekAt);
    return [
      one.id,
      {
        ...rest,
        ...(isWithin(lasts, weekAt, now) ? { week: before, weekAt } : {}),
        ...(isLast ? { last: one.last, lastAt: askedAt } : {}),
        ...(isWeek ? { week: one.week, weekAt: askedAt } : {}),
      },
    ];
  });
  return bounded({ ...known, ...Object.fromEntries(next) });
}

function bounded(all: HitsById): HitsById {
  const entries = Object.entries(all);
  if (entries.length <= maxKept) return all;
  const askedAt = ({ lastAt = 0, weekAt = 0 }: KnownHits) => Math.max(lastAt, weekAt);
  return Object.fromEntries(entries.sort(([, a], [, b]) => askedAt(b) - askedAt(a)).slice(0, maxKept));
}

/**
 * Returns those of these websites that may be requested this minute (see `perMinute`). Returns none while the service
 * has asked to wait. All pages and connections share a service's limit.
 */
async function allowed(ids: string[], account: string): Promise<string[]> {
  if (!ids.length) return ids;
  const { url } = await serviceOf('analytics', account);
  const now = Date.now();
  let taken: string[] = [];
  await changeRateLimit(url, (limit) => {
    if (askedWaitUntil(limit, now) > now) return limit;
    const before = (limit.hits ?? []).filter((at) => isWithin(60_000, at, now));
    taken = ids.slice(0, perMinute - before.length);
    return { ...limit, hits: [...before, ...taken.map(() => now)] };
  });
  return taken;
}

/**
 * Returns the visits of these websites. First requests those that were not requested in the last hour. With `last`,
 * requests at most as many websites as `perMinute` allows. With `fresh`, requests all of them. Rejects as `request`
 * does, and in a private window.
 */
export async function readHits(
  { fresh, ...input }: Input & { fresh?: true | undefined },
  context: BoundContext,
): Promise<HitsById> {
  refusePrivate(context);
  const setting = hitsOf(context.account);
  const known = await get(setting);
  const wanted = fresh ? input.ids : due(known, input, Date.now());
  const ids = input.last && !fresh ? await allowed(wanted, context.account) : wanted;
  const asked = { ...input, ids };
  const askedAt = Date.now();
  const answer = ids.length ? await request('websites.hits', asked, context) : [];
  const now = ids.length ? await update(setting, (all) => withAnswer(all, asked, answer, askedAt)) : known;
  return Object.fromEntries(input.ids.flatMap((id) => (now[id] ? [[id, now[id]]] : [])));
}
