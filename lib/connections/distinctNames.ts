import type { ConnectionAddress } from '../storage/settings.ts';
import { nameOf } from './name.ts';

/** The names of several connections, by id; equal names are numbered. */
export function distinctNames(list: readonly ConnectionAddress[]): ReadonlyMap<string, string> {
  const alike = Map.groupBy(list, nameOf);
  return new Map(
    list.map((one) => {
      const name = nameOf(one);
      const same = alike.get(name) ?? [];
      return [one.id, same.length > 1 ? `${name} (${same.indexOf(one) + 1})` : name];
    }),
  );
}
