interface Addressed {
  analyticsUrl: string;
}

/**
 * Matches each wanted connection with one that is here: with the same address, none twice, first by the first test for all of
 * them, then by the next, and finally with any that is left.
 */
export function paired<W extends Addressed, H extends Addressed>(
  wanted: readonly W[],
  here: readonly H[],
  ...tests: ((one: W, other: H) => boolean)[]
): Map<W, H> {
  const pairs = new Map<W, H>();
  const taken = new Set<H>();
  for (const isMeant of [...tests, () => true])
    for (const one of wanted) {
      if (pairs.has(one)) continue;
      const isFree = (other: H) => other.analyticsUrl === one.analyticsUrl && !taken.has(other);
      const other = here.find((each) => isFree(each) && isMeant(one, each));
      if (other) taken.add(other) && pairs.set(one, other);
    }
  return pairs;
}
