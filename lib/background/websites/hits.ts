import type { Hits, InputOf } from '../../services/index.ts';
import { type HitsById, hitsOf, type KnownHits } from '../../storage/hits.ts';
import { get, update } from '../../storage/settings.ts';
import { ageOf } from '../../util/moments.ts';
import { type BoundContext, refusePrivate, request } from '../request.ts';

/** For so long an answer is used again, unless a person wants a new one (milliseconds). */
const lasts = 60 * 60_000;
/** Of so many websites a minute the last hit is asked for while nobody has pressed anything. */
const perMinute = 20;
/** Of so many websites it is kept; those that were asked for first go first. */
const maxKept = 10_000;

type Input = InputOf<'websites.hits'>;

const isWithin = (span: number, at: number | undefined, now: number) => at !== undefined && ageOf(at, now) < span;

/** The websites that are to be asked for now, because what is known of them is too old. */
function due(known: HitsById, { ids, last, week }: Input, now: number): string[] {
  const isDue = ({ lastAt, weekAt }: KnownHits = {}) =>
    (last && !isWithin(lasts, lastAt, now)) || (week && !isWithin(lasts, weekAt, now));
  const wanted = ids.filter((id) => isDue(known[id]));
  const justAsked = Object.values(known).filter(({ lastAt }) => isWithin(60_000, lastAt, now)).length;
  return last ? wanted.slice(0, Math.max(0, perMinute - justAsked)) : wanted;
}

/**
 * What is known after an answer. A website without what was asked for is noted, too, and not asked for again at once; one
 * that is not in the answer was not reached.
 */
function withAnswer(known: HitsById, { ids, last, week }: Input, answer: readonly Hits[], now: number): HitsById {
  const asked = new Set(ids);
  const next = answer.map((one): [string, KnownHits] => [
    one.id,
    {
      ...known[one.id],
      ...(last && asked.has(one.id) ? { last: one.last, lastAt: now } : {}),
      ...(week ? { week: one.week, weekAt: now } : {}),
    },
  ]);
  return bounded({ ...known, ...Object.fromEntries(next) });
}

function bounded(all: HitsById): HitsById {
  const entries = Object.entries(all);
  if (entries.length <= maxKept) return all;
  const askedAt = ({ lastAt = 0, weekAt = 0 }: KnownHits) => Math.max(lastAt, weekAt);
  return Object.fromEntries(entries.sort(([, a], [, b]) => askedAt(b) - askedAt(a)).slice(0, maxKept));
}

/**
 * What is known of the visits of an account's websites. Asks the service for what is older than an hour, at most for 20
 * websites a minute; `fresh`: for all of them. Rejects as `request` does, and in a private window.
 */
export async function readHits(
  { fresh, ...input }: Input & { fresh?: true | undefined },
  context: BoundContext,
): Promise<HitsById> {
  refusePrivate(context);
  const setting = hitsOf(context.account);
  const known = await get(setting);
  const ids = fresh ? input.ids : due(known, input, Date.now());
  const asked = { ...input, ids };
  const answer = ids.length ? await request('websites.hits', asked, context) : [];
  const now = ids.length ? await update(setting, (all) => withAnswer(all, asked, answer, Date.now())) : known;
  return Object.fromEntries(input.ids.flatMap((id) => (now[id] ? [[id, now[id]]] : [])));
}
