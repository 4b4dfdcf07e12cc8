import { hasAccess } from '../connections/permissions.ts';
import { accountsOf, type ConnectedService, serviceAt } from '../connections/services.ts';
import type { Service } from '../messages/commands.ts';
import {
  ApiError,
  type CallOptions,
  call,
  type InputOf,
  type OperationName,
  type OutputOf,
  operations,
  type Problem,
} from '../services/index.ts';
import type { Kind } from '../services/traits.ts';
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
import { keepAnswer } from './records/keep.ts';
import { asked } from './records/records.ts';
import { headersFor } from './storedHeaders.ts';
import { tracesOf } from './traces.ts';

/**
 * Who makes a request, and what becomes of the answer. `private`: the request comes from a private window; for the
 * traces that it may leave see `tracesOf`.
 */
export interface Context {
  signal?: AbortSignal;
  private?: boolean;
  /** The id of a page's message. If the worker stopped before it answered, the page asks again with the same id. */
  message?: string;
  /** Whether the answer is not stored here, because the caller decides about that. */
  unkept?: true;
  /** Whether nobody waits for the answer. */
  unasked?: boolean | undefined;
  /**
   * The only account that may be asked, so that work begun with one account does not continue with another. If missing,
   * the account used last.
   */
  account?: string;
}

/** A context that names the account of the records. */
export type BoundContext = Context & { account: string };

const refuse = (problem: Problem): never => {
  throw new ApiError(problem);
};

/** Throws ApiError `private` in a private window, for commands that would leave traces. */
export const refusePrivate = (context: Context): void => {
  if (!tracesOf(context).stored) refuse({ kind: 'rejected', code: 'private' });
};

const otherService: Problem = { kind: 'setup', code: 'other-service' };

const sameAccount = (account: string, only: string | undefined): string =>
  only === undefined || only === account ? account : refuse(otherService);

/**
 * Whether two connections have the same accounts. They differ, for example, if another window has saved or forgotten a
 * key while a test ran.
 */
export const hasSameAccounts = (one: ConnectionAddress | undefined, other: ConnectionAddress | undefined): boolean =>
  accountsOf(one).join() === accountsOf(other).join();

/**
 * Returns the stored connection with this id, or without an id the one used last. Throws ApiError `setup`, code
 * `other-service`, if the id is unknown.
 */
export const storedConnection = (all: Connections, id?: string): ConnectionAddress | undefined =>
  connectionWith(all, id) ?? (id === undefined ? undefined : refuse(otherService));

/** A connected service with the id of its connection. */
type ServiceInUse = ConnectedService & { id: string };

/**
 * Returns the service with the account `wanted`, or without `wanted` the service of the connection used last. Rejects
 * with code `other-service` if the account is gone. If there is only one connection, returns its service instead: its key
 * was probably removed, and the request then says so.
 */
async function connectedService(service: Service, wanted: string | undefined): Promise<ServiceInUse> {
  const all = await get(connections);
  const isWanted = (one: ConnectionAddress) => wanted !== undefined && serviceAt(one, service)?.account === wanted;
  const isGone = wanted !== undefined && all.list.length > 1;
  const connection = all.list.find(isWanted) ?? (isGone ? refuse(otherService) : activeConnection(all));
  const found = serviceAt(connection, service);
  return connection && found ? { id: connection.id, ...found } : refuse({ kind: 'setup', code: 'no-address' });
}

/**
 * Returns the connected service with the account `only`, or without `only` the service of the connection used last.
 * Rejects with kind `setup`: code `no-address` if there is none, `other-service` if the account is no longer connected.
 */
export async function serviceOf(service: Service, only?: string): Promise<ServiceInUse> {
  const found = await connectedService(service, only);
  return { ...found, account: sameAccount(found.account, only) };
}

/**
 * Whether an account is still connected. Late answers for a removed connection are not stored. True if the settings
 * cannot be read.
 */
export const isConnected = (account: string): Promise<boolean> =>
  getCertain(connections).then(
    ({ list }) => list.some((one) => accountsOf(one).includes(account)),
    () => true,
  );

/** A lock for reading or writing a key together with its account, because they are stored one after the other. */
export const connectionLock = 'connection';

/** The data needed to send a request to a service. */
export interface KeyedService {
  url: string;
  key: string;
  kind?: Kind | undefined;
  /** The headers that its owner's proxy requires besides the key. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Like `serviceOf`, but together with the key and headers. */
export const keyedServiceOf = (service: Service, only?: string) =>
  navigator.locks.request(connectionLock, { mode: 'shared' }, async () => {
    const { id, ...found } = await connectedService(service, only);
    const key = await keyFor(id, service, found.url);
    if (!key) return refuse({ kind: 'setup', code: 'no-key' });
    const headers = await headersFor(id, found.url);
    return { ...found, account: sameAccount(found.account, only), key, headers };
  });

/** Sends a request with a given key. Rejects with ApiError: `access` without the host permission. */
export async function callService<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  { url, key, kind, headers }: KeyedService,
  options: Omit<CallOptions, 'fetch'>,
): Promise<OutputOf<N>> {
  if (!(await hasAccess([url]))) return refuse({ kind: 'access', url });
  const connection = { url, key, ...(kind ? { kind } : {}), ...(headers ? { headers } : {}) };
  return call(name, input, connection, { ...options, fetch: countedFetch });
}

/**
 * Detects the kind of a service that was saved although it had not answered. Loaded when needed, to keep the worker's
 * start fast.
 */
const recognised: typeof import('./recognise.ts').recognise = async (...given) =>
  (await import('./recognise.ts')).recognise(...given);

type SendCall<N extends OperationName> = (input: InputOf<N>) => Promise<OutputOf<N>>;

/**
 * Reads the data that a request needs, and returns a function that sends it. No other place reads a key. Rejects with
 * ApiError `setup` if the address or the key is missing. The returned function stores the answer before it resolves, if
 * the answer may be stored. It rejects with ApiError: `access` without the host permission.
 */
export async function prepareCall<N extends OperationName>(name: N, context: Context = {}): Promise<SendCall<N>> {
  const { service, reads } = operations[name];
  const { signal } = context;
  const { account, ...found } = await keyedServiceOf(service, context.account);
  const isUntested = (await get(untestedAccounts)).includes(account);
  const isKept = tracesOf(context).stored && !context.unkept;
  const memory = memoryOf(account);
  const send: SendCall<N> = async (input) => {
    const kind = isUntested ? await recognised(service, { ...found, account }, signal) : found.kind;
    const question = asked.ask(account);
    try {
      // Access is checked last, because it may be revoked while a write waits for its turn.
      const answer = await callService(name, input, { ...found, kind }, { signal, memory });
      // Another account must not see records of this one. The outcome of a write is always reported.
      if (reads) await serviceOf(service, account);
      if (isKept && (reads || (await isConnected(account)))) await keepAnswer(name, account, input, answer, question);
      return answer;
    } finally {
      question.end();
    }
  };
  return context.unasked ? send : (input) => forPerson(found.url, () => send(input));
}

/** Makes one authenticated request. Rejects with ApiError; nothing is sent if `prepareCall` rejects. */
export async function request<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  context: Context = {},
): Promise<OutputOf<N>> {
  const send = await prepareCall(name, context);
  return send(input);
}
