import * as z from 'zod/mini';
import { sleep } from '../util/sleep.ts';
import { retryAfter } from './analyticsV1/errorResponse.ts';
import { prepareRequest, type RequestFields } from './analyticsV1/request.ts';
import { readResponse } from './analyticsV1/response.ts';
import { toText } from './coerce.ts';
import { ApiError } from './errors.ts';
import { type FindInput, find } from './find.ts';
import { type InputOf, type Operation, type OperationName, type OutputOf, operations } from './operations.ts';
import { type Bounds, exchange, type Reply } from './transport.ts';
import type { CallOptions, Connection } from './types.ts';

function issuesByField({ issues }: z.core.$ZodError): Record<string, string[]> {
  const wrong = issues.flatMap((issue): [string, string][] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.slice(0, 20).map((key) => [toText(key, 64) ?? '?', 'Unknown field.'])
      : [[String(issue.path[0] ?? 'input'), issue.message]],
  );
  return Object.fromEntries(wrong.filter(([name]) => name !== '__proto__').map(([name, said]) => [name, [said]]));
}

/** The row of an operation, and its input checked by it. Throws kind `rejected` with the fields that are wrong. */
function validInput(name: string, input: unknown): { operation: Operation; fields: RequestFields } {
  if (!Object.hasOwn(operations, name)) throw new ApiError({ kind: 'rejected', code: 'unknown-name' });
  const operation: Operation = operations[name as OperationName];
  const parsed = z.safeParse(operation.input, input);
  if (!parsed.success) throw new ApiError({ kind: 'rejected', fields: issuesByField(parsed.error) });
  return { operation, fields: parsed.data as RequestFields };
}

/** What bounds a call: milliseconds in all and before a second try, bytes of a list's answer and of any other. */
export interface Limits {
  time: number;
  pause: number;
  list: number;
  record: number;
}

const defaultLimits: Limits = { time: 15_000, pause: 300, list: 8 * 2 ** 20, record: 2 ** 20 };
const mayPass = [502, 503, 504];

/** Whether to retry a failed read at once: not if the service asks for more than a second. */
function isPassing(outcome: Reply | ApiError): boolean {
  if ('problem' in outcome) return outcome.problem.kind === 'network';
  return mayPass.includes(outcome.status) && (retryAfter(outcome.headers) ?? 0) <= 1;
}

/** Sends a read again where it fails in passing, an update by its other method where the first is not allowed. */
async function sendWithRetry(
  { method, otherMethod }: Operation,
  once: (method: string) => Promise<Reply>,
  pause: () => Promise<void>,
): Promise<Reply> {
  const outcome = await once(method).catch((error: ApiError) => error);
  if (method === 'GET' && isPassing(outcome)) return pause().then(() => once(method));
  if ('problem' in outcome) throw outcome;
  return outcome.status === 405 && otherMethod ? once(otherMethod) : outcome;
}

/** `call` with limits of one's own. */
export function callWithin(limits: Limits) {
  return async function within<N extends OperationName>(
    name: N,
    input: InputOf<N>,
    connection: Connection,
    options: CallOptions = {},
  ): Promise<OutputOf<N>> {
    const { operation, fields } = validInput(name, input);
    if (operation.answer.as === 'found') {
      const list = (query: InputOf<'websites.list'>) => within('websites.list', query, connection, options);
      return find(fields as unknown as FindInput, list) as Promise<OutputOf<N>>;
    }
    const prepared = prepareRequest(operation, fields, connection);
    const bounds: Bounds = { cancel: options.signal, timeout: AbortSignal.timeout(limits.time) };
    const maxBytes = operation.answer.as === 'list' ? limits.list : limits.record;
    // As a plain function: a browser's fetch refuses to be another object's method.
    const fetch = options.fetch ?? globalThis.fetch;
    const once = (method: string) => exchange(fetch, method, prepared, bounds, maxBytes);
    const reply = await sendWithRetry(operation, once, () => sleep(limits.pause, bounds.cancel, bounds.timeout));
    return readResponse(operation.answer, reply, fields, prepared) as OutputOf<N>;
  };
}

/**
 * Makes one operation of the interface: checks the input, sends the request, reads the answer.
 *
 * Resolves to a page (`*.list`); what is known of a host (`websites.find`, by as few lists as it takes; each of them may
 * fail it); the record (`websites.show`); the record or undefined (`websites.create`,
 * `websites.update`: undefined means accepted, but the answer does not carry the domain or the id that was sent, so look
 * it up); undefined (`*.delete`).
 *
 * Rejects with `ApiError`, always. An input that the table does not allow is kind `rejected` with `fields` and no
 * `status`, a connection that cannot be used is kind `setup`; nothing is sent then. In an update, an empty
 * `exclude_params` or `exclude_ips` clears the stored list; elsewhere empty values are left out. The service's 404 to a
 * delete is kind `missing`: what was to go is gone. A write that ends as `server`, `network`, `timeout`, `redirect`,
 * `shape` or `cancelled` may have been carried out.
 *
 * At most 15 s in all, for each list of `websites.find`. A read is tried twice where the connection breaks or a 502, 503 or 504 comes back without a
 * longer `Retry-After`; a write is sent once (an update twice, by PUT, where PATCH is answered 405).
 */
export const call = callWithin(defaultLimits);
