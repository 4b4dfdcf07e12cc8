interface Addressed {
  analyticsUrl: string;
}

/**
 * Which connection here is meant by each that is wanted: of those with its address, none twice, and over all of them
 * first those that the first test tells, then the next, at last what nobody else claims.
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
