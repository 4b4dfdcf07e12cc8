import {
  ApiError,
  call,
  type InputOf,
  type OperationName,
  type OutputOf,
  operations,
  type Problem,
} from '../api/index.ts';
import type { Service } from '../commands.ts';
import { hasAccess } from '../permissions.ts';
import { activeConnection, connections, get } from '../settings.ts';
import { keyFor } from './keys.ts';
import { countedFetch } from './limits.ts';

/** Who asks: lets a request be cancelled, and keeps nothing of what a private window asks. */
export interface Context {
  signal?: AbortSignal;
  private?: boolean;
}

const refuse = (problem: Problem): never => {
  throw new ApiError(problem);
};

/** The address of a service in use; rejects with kind `setup` where none is set. */
export async function baseOf(service: Service): Promise<{ id: string; url: string }> {
  const connection = activeConnection(await get(connections));
  const url = service === 'seo' ? connection?.seoUrl : connection?.analyticsUrl;
  if (!connection || !url) return refuse({ kind: 'setup', message: 'no-address' });
  return { id: connection.id, url };
}

/**
 * Makes one authenticated request: the only place that reads a key.
 * Rejects with ApiError; `setup` without address or key, `access` without the host permission (nothing is sent then).
 */
export async function request<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  { signal }: Context = {},
): Promise<OutputOf<N>> {
  const { service } = operations[name];
  const { id, url } = await baseOf(service);
  const apiKey = await keyFor(id, service, url);
  if (!apiKey) return refuse({ kind: 'setup', message: 'no-key' });
  if (!(await hasAccess([url]))) return refuse({ kind: 'access', message: url });
  return call(name, input, { analyticsUrl: url, seoUrl: url, apiKey }, { signal, fetch: countedFetch });
}
