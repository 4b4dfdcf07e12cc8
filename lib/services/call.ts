import * as z from 'zod/mini';
import { toText } from './coerce.ts';
import type { CallOptions, Connection, Memory, Remembered } from './connection.ts';
import { ApiError, uncertain } from './errors.ts';
import type { Perform } from './kind.ts';
import { kindLoaders } from './kinds.ts';
import { type InputOf, type OperationName, type OutputOf, operations } from './operations.ts';
import { beginSession, type Limits, type Session } from './session.ts';
import { defaultKind, type Kind, lacking, traitsOf } from './traits.ts';

function issuesByField({ issues }: z.core.$ZodError): Record<string, string[]> {
  const wrong = issues.flatMap((issue): [string, string][] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.slice(0, 20).map((key) => [toText(key, 64) ?? '?', 'Unknown field.'])
      : [[String(issue.path[0] ?? 'input'), issue.message]],
  );
  return Object.fromEntries(wrong.filter(([name]) => name !== '__proto__').map(([name, said]) => [name, [said]]));
}

function validInput<N extends OperationName>(name: N, input: unknown): InputOf<N> {
  if (!Object.hasOwn(operations, name)) throw new ApiError({ kind: 'rejected', code: 'unknown-name' });
  const parsed = z.safeParse<z.ZodMiniType>(operations[name].input, input);
  if (!parsed.success) throw new ApiError({ kind: 'rejected', fields: issuesByField(parsed.error) });
  return parsed.data as InputOf<N>;
}

/**
 * Adds details to the error of a failed call, and returns it:
 * - `unsent`, if a write was not sent and the kind of problem does not show this.
 * - Code `plan`, if the account's plan may be the reason for a refusal.
 * - Kind `rejected` for a 409, except after a create, where a 409 means that the website already exists.
 */
function withReason(error: unknown, kind: Kind, isUnsent: boolean, name: OperationName): unknown {
  if (!(error instanceof ApiError)) return error;
  const { problem } = error;
  if (name !== 'websites.create' && problem.status === 409) return new ApiError({ ...problem, kind: 'rejected' });
  if (isUnsent && uncertain.has(problem.kind)) return new ApiError({ ...problem, unsent: true });
  const isPlan = traitsOf(kind).plans && problem.kind === 'forbidden' && !problem.code;
  return isPlan ? new ApiError({ ...problem, code: 'plan' }) : error;
}

const defaultLimits: Limits = { time: 15_000, wait: 5_000, pause: 300, list: 8 * 2 ** 20, record: 2 ** 20 };

function memoryOfCall(): Memory {
  let remembered: Remembered | undefined;
  return {
    get: async () => remembered,
    async set(next) {
      remembered = next;
    },
  };
}

/** Makes a function like `call` with these limits of time and size. */
export function callWithin(limits: Limits) {
  return async function within<N extends OperationName>(
    name: N,
    input: InputOf<N>,
    connection: Connection,
    options: CallOptions = {},
  ): Promise<OutputOf<N>> {
    const fields = validInput(name, input);
    const { kind = defaultKind } = connection;
    const wrong = lacking(kind, fields as object);
    if (wrong.length)
      throw new ApiError({
        kind: 'rejected',
        fields: Object.fromEntries(wrong.map((one) => [one, ['Not in this service.']])),
      });
    // The kind's code is loaded here, so that loading does not count towards the time limit.
    const { operations: has, oneAtATime = false } = (await kindLoaders[kind]()).kind;
    const perform = has[name] as Perform<N> | undefined;
    if (!perform) throw new ApiError({ kind: 'rejected', code: 'unknown-name' });
    let isWritten = false;
    const onWrite = () => {
      isWritten = true;
    };
    const known = { ...options, memory: options.memory ?? memoryOfCall() };
    const again: Session['call'] = (other, fieldsOfOther) => within(other, fieldsOfOther, connection, known);
    const { basic = false } = traitsOf(kind);
    const { password } = fields as { password?: string };
    const session = beginSession(connection, known, limits, again, { oneAtATime, basic, password, onWrite });
    return perform(fields, session).catch((error: unknown) => {
      throw withReason(error, kind, !isWritten && !operations[name].reads, name);
    });
  };
}

/**
 * Carries out one operation: validates the input, and sends the requests that the operation needs at this kind of
 * service.
 *
 * Resolves to a page of a list (`websites.list`, `projects.list`), the records of a host (`websites.find`), the record
 * (`websites.show`), the visits (`websites.hits`), the teams (`teams.list`), or undefined (`*.delete`).
 * `websites.create` and `websites.update` resolve to the record, or to undefined if the service accepted the write
 * without returning the record. The caller then has to look it up. `websites.find` sends as few requests as possible,
 * and rejects if one of them fails.
 *
 * In an update, an empty `exclude_params` or `exclude_ips` clears the stored list. All other empty values are left out.
 *
 * Rejects only with `ApiError`. An invalid field, or one that this kind of service lacks, gives kind `rejected` with
 * `fields` and without `status`. An unusable connection gives kind `setup`. In both cases, nothing is sent. Deleting a
 * record that is already gone gives kind `missing`. A write that ends with kind `server`, `network`, `timeout`,
 * `redirect`, `shape` or `cancelled` may have been carried out, unless the problem is marked `unsent`.
 *
 * Takes at most 15 s, or for `websites.find`, at most 15 s for each page that it reads. If the kind of service takes
 * only one request at a time, the requests may also wait for their turn, for up to 5 s in total. A request that would
 * have to wait longer is not sent, and the call ends with kind `timeout`. A read is sent a second time if the
 * connection breaks, or if the service answers 502, 503 or 504 without asking for a wait of more than 1 s. A write is
 * never repeated, except with another method after a 405 or 501.
 */
export const call = callWithin(defaultLimits);
