import type { Said } from './standIn.ts';

/** A visit ends when its visitor pauses for this time (milliseconds). */
const pause = 30 * 60_000;
export const day = 86_400_000;

/** Stores one visitor's hits on each website: their times (milliseconds since 1970), oldest first. */
export function startHits() {
  const all = new Map<string, number[]>();
  const of = (id: string) => all.get(id) ?? [];
  const since = (id: string, from: number) => of(id).filter((at) => at >= from);
  return {
    add: (id: string, at = Date.now()) =>
      void all.set(
        id,
        [...of(id), at].sort((a, b) => a - b),
      ),
    of,
    since,
    /** Returns the visits that began at `from` or later. Each visit is represented by the time of its last hit. */
    visits: (id: string, from = 0) =>
      since(id, from).filter((at, index, hits) => (hits[index + 1] ?? Number.POSITIVE_INFINITY) - at > pause),
    forget: () => all.clear(),
  };
}

export type HitsOfAll = ReturnType<typeof startHits>;

/** Adds hits to a stand-in, whose `reset` then also forgets the hits. */
export const resetting = ({ reset }: { reset(): void }, hits: HitsOfAll) => ({
  hits,
  reset() {
    hits.forget();
    reset();
  },
});

/** Headers that let pages of any origin send requests and read the answers. */
const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, DELETE, POST, PUT',
};

export const toAnyPage = (said: Said): Said => ({
  ...said,
  headers: { ...open, ...said.headers },
  withoutCookie: true,
});

/** Returns the answer that contains a tracker's script. */
export const script = (body: string): Said => ({ status: 200, body, headers: { 'content-type': 'text/javascript' } });
