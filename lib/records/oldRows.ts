import { oldTableOf, type Step } from './database.ts';
import { type OldHost, projectFromOld, rowFromOld } from './old.ts';
import type { ListName, OldSite, Row } from './types.ts';

/** Returns the rows with these hosts that are still only in the tables of earlier versions. */
export async function oldRows(
  change: Step,
  list: ListName,
  accounts: readonly string[],
  hosts: readonly string[],
): Promise<Row<unknown>[]> {
  const name = oldTableOf[list];
  if (!change.objectStoreNames.contains(name)) return [];
  const table = change.objectStore(name);
  if (!(await table.getAllKeys(null, 1)).length) return [];
  const keys = hosts.flatMap((host) => accounts.map((account): [string, string] => [account, host]));
  const found = await Promise.all(keys.map((key) => table.get(key)));
  const rowOf = (one: OldSite | OldHost) => ('id' in one ? rowFromOld(one, undefined) : projectFromOld(one));
  return found.flatMap((one) => (one ? [rowOf(one)] : []));
}
