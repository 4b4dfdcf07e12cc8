/** Endings that are often meant although no other site of the list has them. */
const common = ['com', 'net', 'org'];

export const endingOf = (host: string): string => host.slice(host.lastIndexOf('.') + 1);

/** Whether one slip of the keys makes one text of the other: a letter too many or too few, another one, or two swapped. */
function isSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + 1) === long.slice(at + 1) || (isSwapped && short.slice(at + 2) === long.slice(at + 2));
}

/**
 * Returns the host that was probably meant by one with an unknown ending, or undefined if no known ending resembles it.
 * @param endings the known endings, each with all its occurrences in the list
 */
export function meantHost(host: string, endings: ReadonlyMap<string, readonly unknown[]>): string | undefined {
  const ending = endingOf(host);
  const often = [...endings].toSorted(([, one], [, other]) => other.length - one.length).map(([known]) => known);
  const meant = [...often, ...common].find((known) => isSlip(ending, known));
  return meant && `${host.slice(0, -ending.length)}${meant}`;
}
