import type { Said } from './standIn.ts';

/** A pause of a visitor that ends a visit (milliseconds). */
const pause = 30 * 60_000;
export const day = 86_400_000;

/** What arrived for each website, of one visitor: moments (milliseconds since 1970), oldest first. */
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
    /** The visits that began since then, each by its last hit. */
    visits: (id: string, from = 0) =>
      since(id, from).filter((at, index, hits) => (hits[index + 1] ?? Number.POSITIVE_INFINITY) - at > pause),
    forget: () => all.clear(),
  };
}

export type HitsOfAll = ReturnType<typeof startHits>;

/** The hits of a stand-in, which are forgotten with its records. */
export const resetting = ({ reset }: { reset(): void }, hits: HitsOfAll) => ({
  hits,
  reset() {
    hits.forget();
    reset();
  },
});

/** What a page of another origin may read of the answer, and send. */
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

/** A tracker's script. */
export const script = (body: string): Said => ({ status: 200, body, headers: { 'content-type': 'text/javascript' } });
