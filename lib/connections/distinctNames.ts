import type { ConnectionAddress } from '../storage/settings.ts';
import { nameOf, shortUrl } from './name.ts';

/**
 * Returns a unique name for each connection, by connection id. Unnamed connections at the same host get their addresses
 * as names. Names that are still equal get numbers.
 */
export function distinctNames(list: readonly ConnectionAddress[]): ReadonlyMap<string, string> {
  const alike = Map.groupBy(list, nameOf);
  const names = list.map((one) => {
    const name = nameOf(one);
    const isPlain = one.name?.trim() || alike.get(name)?.length === 1;
    return isPlain ? name : shortUrl(one.analyticsUrl);
  });
  const numbered = names.map((name, index) => {
    const number = names.slice(0, index + 1).filter((other) => other === name).length;
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${number})`;
  });
  return new Map(list.map(({ id }, index) => [id, numbered[index] ?? '']));
}
