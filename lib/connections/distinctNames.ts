import type { ConnectionAddress } from '../storage/settings.ts';
import { nameOf } from './name.ts';

/** What several connections are called, by id; those of the same name are told apart by their order. */
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
