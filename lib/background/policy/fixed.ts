import { ApiError } from '../../services/index.ts';
import { policyInForce } from '../../storage/policyInForce.ts';
import { type Connections, connections, connectionWith, get } from '../../storage/settings.ts';

/**
 * Rejects with `setup`, code `fixed`, where a change of the connections would remove one that an organisation has set, or
 * give another value to what it has fixed there.
 */
export async function refuseFixed(change: (all: Connections) => Connections): Promise<void> {
  const [before, { connections: managed }] = await Promise.all([get(connections), get(policyInForce)]);
  const after = change(before);
  const isKept = Object.entries(managed).every(([id, { fixed }]) => {
    const [one, next] = [before, after].map((all) => connectionWith(all, id) as Record<string, unknown> | undefined);
    const isSame = (name: string) => JSON.stringify(one?.[name]) === JSON.stringify(next?.[name]);
    return !one || (next && fixed.every(isSame));
  });
  if (!isKept) throw new ApiError({ kind: 'setup', code: 'fixed' });
}
