/** Top-level domains that are suggested even if no host in the list has them. */
const common = ['com', 'net', 'org'];

/** Returns the top-level domain of a host, without the dot. */
export const endingOf = (host: string): string => host.slice(host.lastIndexOf('.') + 1);

/** Whether two texts differ by one typing error: an extra letter, a wrong letter, or two letters swapped. */
function isSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + 1) === long.slice(at + 1) || (isSwapped && short.slice(at + 2) === long.slice(at + 2));
}

/**
 * Returns a function that corrects a host whose top-level domain is unknown. It returns the host that was probably
 * meant, or undefined if no known top-level domain is similar. `known`: the known top-level domains, each with its
 * number of hosts in the list.
 */
export function meantHosts(known: ReadonlyMap<string, number>): (host: string) => string | undefined {
  const often = [...known].toSorted(([, one], [, other]) => other - one).map(([ending]) => ending);
  const meant = new Map<string, string | undefined>();
  return (host) => {
    const ending = endingOf(host);
    if (!meant.has(ending))
      meant.set(
        ending,
        [...often, ...common].find((one) => isSlip(ending, one)),
      );
    const other = meant.get(ending);
    return other && `${host.slice(0, -ending.length)}${other}`;
  };
}
