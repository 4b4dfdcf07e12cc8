import fc from 'fast-check';
import { runs } from '../../tier.ts';

type Values = [unknown, ...unknown[]];
type Kinds<V> = { [N in keyof V]: fc.Arbitrary<V[N]> };
type Holds<V extends Values> = (...values: V) => unknown;

/** Tries whether something holds for any values of these kinds: `holds` neither throws nor returns false. */
export async function tryWith<V extends Values>(how: fc.Parameters<V>, any: Kinds<V>, holds: Holds<V>): Promise<void> {
  await fc.assert(
    fc.asyncProperty<V>(...any, async (...values) => (await holds(...values)) !== false),
    how,
  );
}

/** Tries it a hundred times. */
export const forAny = <V extends Values>(any: Kinds<V>, holds: Holds<V>) => tryWith({}, any, holds);

/** Tries it so many times in the full tier, and a quarter as often in the other. */
export const forMany = <V extends Values>(count: number, any: Kinds<V>, holds: Holds<V>) =>
  tryWith(runs(count), any, holds);
