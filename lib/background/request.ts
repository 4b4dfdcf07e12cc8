import { hasAccess } from '../connections/permissions.ts';
import { accountsOf, type ConnectedService, serviceAt } from '../connections/services.ts';
import type { Service } from '../messages/commands.ts';
import {
  ApiError,
  type CallOptions,
  type Connection,
  call,
  type InputOf,
  type OperationName,
  type OutputOf,
  operations,
  type Problem,
} from '../services/index.ts';
import { memoryOf } from '../storage/remembered.ts';
import {
  activeConnection,
  type ConnectionAddress,
  type Connections,
  connections,
  connectionWith,
  get,
  getCertain,
} from '../storage/settings.ts';
import { untestedAccounts } from '../storage/untested.ts';
import { keyFor } from './keys.ts';
import { forPerson } from './persons.ts';
import { countedFetch } from './rateLimits.ts';
import { asked } from './records/records.ts';
import { headersFor } from './storedHeaders.ts';
import { tracesOf } from './traces.ts';

/** The circumstances of a request. `private`: whether it comes from a private window (see `tracesOf`). */
export interface Context {
  signal?: AbortSignal;
  private?: boolean;
  /**
   * The id of the page's message. If the worker stops before it answers, the page sends the message again with this id.
   */
  message?: string;
  /** Set if the answer is not stored automatically, because the caller decides about that. */
  unkept?: true;
  /** Whether no person waits for the answer. */
  unasked?: boolean | undefined;
}

/**
 * The context of a request about one account's records. `account`: the only account that the request may go to, so that
 * work begun with one account does not continue with another.
 */
export type BoundContext = Context & { account: string };

const refuse = (problem: Problem): never => {
  throw new ApiError(problem);
};

/** Throws ApiError code `private` if the request comes from a private window. For commands that would leave traces. */
export const refusePrivate = (context: Context): void => {
  if (!tracesOf(context).stored) refuse({ kind: 'rejected', code: 'private' });
};

const otherService: Problem = { kind: 'setup', code: 'other-service' };

const ofAccount = <T extends { account: string }>(account: string | undefined, found: T): T =>
  found.account === account ? found : refuse(otherService);

/**
 * Whether a connection has the same accounts in both states. They differ, for example, if another window has saved or
 * removed a key during a test.
 */
export const hasSameAccounts = (one: ConnectionAddress | undefined, other: ConnectionAddress | undefined): boolean =>
  accountsOf(one).join() === accountsOf(other).join();

/**
 * Returns the stored connection with this id. If `id` is undefined, returns the connection used last. Throws ApiError
 * `setup`, code `other-service`, if there is no connection with this id.
 */
export const storedConnection = (all: Connections, id?: string): ConnectionAddress | undefined =>
  connectionWith(all, id) ?? (id === undefined ? undefined : refuse(otherService));

type ServiceInUse = ConnectedService & { id: string };

/**
 * Returns the connected service with this account. If no connection has it:
 * - With several connections, rejects with code `other-service`.
 * - With one connection, returns its service. Usually only its key is missing, which callers then report.
 * Rejects with code `no-address` if nothing is connected, or if the connection lacks this service.
 */
async function connectedService(service: Service, account: string | undefined): Promise<ServiceInUse> {
  const all = await get(connections);
  const isWanted = (one: ConnectionAddress) => serviceAt(one, service)?.account === account;
  const isGone = all.list.length > 1;
  const connection = all.list.find(isWanted) ?? (isGone ? refuse(otherService) : activeConnection(all));
  const found = serviceAt(connection, service);
  return connection && found ? { id: connection.id, ...found } : refuse({ kind: 'setup', code: 'no-address' });
}

/**
 * Returns the connected service with this account (undefined while nothing is connected). Rejects with kind `setup`:
 * code `no-address` if this service is not connected at all, `other-service` if the account is no longer connected.
 */
export async function serviceOf(service: Service, account: string | undefined): Promise<ServiceInUse> {
  return ofAccount(account, await connectedService(service, account));
}

/**
 * Whether an account is still connected. Used to drop late answers for removed connections. True if the settings cannot
 * be read.
 */
export const isConnected = (account: string): Promise<boolean> =>
  getCertain(connections).then(
    ({ list }) => list.some((one) => accountsOf(one).includes(account)),
    () => true,
  );

/** The name of the lock that protects a key and its account, because the two are stored one after the other. */
export const connectionLock = 'connection';

/**
 * Returns a connected service as `serviceOf` does, together with its key and headers. Rejects with code `no-key` if no
 * key is stored.
 */
export const keyedServiceOf = (service: Service, account: string | undefined) =>
  navigator.locks.request(connectionLock, { mode: 'shared' }, async () => {
    const { id, ...found } = await connectedService(service, account);
    const key = await keyFor(id, service, found.url);
    if (!key) return refuse({ kind: 'setup', code: 'no-key' });
    const headers = await headersFor(id, found.url);
    return { ...ofAccount(account, found), key, headers };
  });

/**
 * Sends a request with the given key. Rejects with ApiError; its kind is `access` if the host permission is missing.
 */
export async function callService<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  connection: Connection,
  options: Omit<CallOptions, 'fetch'>,
): Promise<OutputOf<N>> {
  const { url } = connection;
  if (!(await hasAccess([url]))) return refuse({ kind: 'access', url });
  return call(name, input, connection, { ...options, fetch: countedFetch });
}

/** Sends a prepared request (see `prepareCall`). */
export type SendCall<N extends OperationName> = (input: InputOf<N>) => Promise<OutputOf<N>>;

/**
 * Prepares a request, and returns the function that sends it. That function also stores the answer, if it may be
 * stored. It rejects with ApiError `access` if the host permission is missing. The preparation rejects with ApiError
 * `setup` if the address or the key is missing. A write is prepared before it is noted as sent: if the settings cannot
 * be read, it was certainly not sent.
 */
export async function prepareCall<N extends OperationName>(name: N, context: BoundContext): Promise<SendCall<N>> {
  const { service, reads } = operations[name];
  const { signal } = context;
  const { account, ...found } = await keyedServiceOf(service, context.account);
  const isUntested = (await get(untestedAccounts)).includes(account);
  const isKept = tracesOf(context).stored && !context.unkept;
  const memory = memoryOf(account);
  // Code that few requests need is loaded on demand, so that the worker starts fast.
  const send: SendCall<N> = async (input) => {
    const kind = isUntested
      ? await (await import('./recognise.ts')).recognise(service, { ...found, account }, signal)
      : found.kind;
    const question = asked.ask(account);
    try {
      // `callService` checks the host permission only now, because it may have been revoked while a write waited for
      // its turn.
      const answer = await callService(name, input, { ...found, kind }, { signal, memory });
      // If the account has changed meanwhile, a read is rejected, because the new account must not see the old one's
      // records. The outcome of a write is always reported.
      if (reads) await serviceOf(service, account);
      if (isKept && (reads || (await isConnected(account))))
        await (await import('./records/keepAnswer.ts')).keepAnswer(name, account, input, answer, question);
      return answer;
    } finally {
      question.end();
    }
  };
  return context.unasked ? send : (input) => forPerson(found.url, () => send(input));
}

/** Makes one request with the stored key. Rejects with ApiError. */
export async function request<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  context: BoundContext,
): Promise<OutputOf<N>> {
  const send = await prepareCall(name, context);
  return send(input);
}
