import { distinctNames } from '@/lib/connections/distinctNames.ts';
import { serviceWith } from '@/lib/connections/services.ts';
import type { ListName } from '@/lib/records/types.ts';
import type { ManageStart } from '../useStart.ts';
import type { ListPart } from './state.ts';

/**
 * Returns the connections whose lists of this kind are shown: all of them, or only the current one. Leaves out
 * connections that have no such list.
 */
export function partsOf(kind: ListName, { connections: { list }, connection, isEvery }: ManageStart): ListPart[] {
  const names = distinctNames(list);
  const shown = isEvery ? list : connection ? [connection] : [];
  return shown.flatMap((one): ListPart[] => {
    const service = serviceWith(kind, one);
    return service ? [{ connection: one, service, name: names.get(one.id) ?? '' }] : [];
  });
}
