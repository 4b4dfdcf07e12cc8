import { ApiError } from '../../services/index.ts';
import { policyInForce } from '../../storage/policyInForce.ts';
import { type Connections, connections, connectionWith, get } from '../../storage/settings.ts';
import { isSame } from '../../util/isSame.ts';

/**
 * Rejects with kind `setup`, code `fixed`, if a change would remove a connection that an organisation's policy has set,
 * or change a value that the policy has fixed.
 */
export async function refuseFixed(change: (all: Connections) => Connections): Promise<void> {
  const [before, { connections: managed }] = await Promise.all([get(connections), get(policyInForce)]);
  const after = change(before);
  const isKept = Object.entries(managed).every(([id, { fixed }]) => {
    const [one, next] = [before, after].map((all) => connectionWith(all, id) as Record<string, unknown> | undefined);
    return !one || (next && fixed.every((name) => isSame(one[name], next[name])));
  });
  if (!isKept) throw new ApiError({ kind: 'setup', code: 'fixed' });
}
