import { hasAccess } from '../connections/permissions.ts';
import type { Service } from '../messages/commands.ts';
import {
  ApiError,
  call,
  type InputOf,
  type OperationName,
  type OutputOf,
  operations,
  type Problem,
} from '../services/index.ts';
import { activeConnection, connections, get } from '../storage/settings.ts';
import { keyFor } from './keys.ts';
import { countedFetch } from './rateLimits.ts';

/** Who asks: lets a request be cancelled, and keeps nothing of what a private window asks. */
export interface Context {
  signal?: AbortSignal;
  private?: boolean;
  /** The only address that may be asked: what was begun with one service does not go on with another. */
  serviceUrl?: string;
}

/** A context that names whose records are meant. */
export type BoundContext = Context & { serviceUrl: string };

const refuse = (problem: Problem): never => {
  throw new ApiError(problem);
};

/** The address of a service in use; rejects with kind `setup` where none is set, or another than `only`. */
export async function serviceUrlOf(service: Service, only?: string): Promise<{ id: string; url: string }> {
  const connection = activeConnection(await get(connections));
  const url = service === 'seo' ? connection?.seoUrl : connection?.analyticsUrl;
  if (!connection || !url) return refuse({ kind: 'setup', code: 'no-address' });
  if (only && only !== url) return refuse({ kind: 'setup', code: 'other-service' });
  return { id: connection.id, url };
}

/** Grows with each change of the account: what was read with the key of one is no answer about another's records. */
let account = 0;
export const changeAccount = () => {
  account += 1;
};

type SendCall<N extends OperationName> = (input: InputOf<N>) => Promise<OutputOf<N>>;

/**
 * Reads all that a request needs, and gives what sends it: the only place that reads a key.
 * Both reject with ApiError: `setup` without address or key, and when it is sent, `access` without the host permission.
 */
export async function prepareCall<N extends OperationName>(
  name: N,
  { signal, serviceUrl }: Context = {},
): Promise<SendCall<N>> {
  const { service, reads } = operations[name];
  const asked = account;
  const { id, url } = await serviceUrlOf(service, serviceUrl);
  const key = await keyFor(id, service, url);
  if (!key) return refuse({ kind: 'setup', code: 'no-key' });
  return async (input) => {
    // Last of all: it may be taken away while a job's write waits for its turn.
    if (!(await hasAccess([url]))) return refuse({ kind: 'access', url });
    const answer = await call(name, input, { url, key }, { signal, fetch: countedFetch });
    // What a write came to is to be known all the same.
    return reads && asked !== account ? refuse({ kind: 'setup', code: 'other-service' }) : answer;
  };
}

/** Makes one authenticated request. Rejects with ApiError; nothing is sent where `prepareCall` rejects. */
export async function request<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  context: Context = {},
): Promise<OutputOf<N>> {
  const send = await prepareCall(name, context);
  return send(input);
}
