import { isObject, type JsonObject, own, toFlag, toNumber, toText } from './coerce.ts';
import { type Problem, problemKindOfStatus } from './errors.ts';
import { limitHeaders } from './limitHeaders.ts';
import { fieldNames } from './websiteFields.ts';

const maxFields = 20;
const maxTexts = 5;

/**
 * Replaces the connection's secrets in a text. Call it before the text is shortened, because it only finds whole
 * secrets.
 */
export type Hide = (text: string) => string;

function textsOf(value: unknown, hide: Hide): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all
    .slice(0, maxTexts)
    .map((one) => toText(typeof one === 'string' ? hide(one) : one, 300))
    .filter((one) => one !== undefined);
}

/**
 * Returns the refused fields with their messages. Services send them as `{field: [text]}`, `{field: text}` or `[{field,
 * message}]`.
 */
function pairsOf(holder: unknown): [field: unknown, said: unknown][] {
  if (isObject(holder)) return Object.entries(holder);
  return Array.isArray(holder) ? holder.filter(isObject).map((one) => [own(one, 'field'), own(one, 'message')]) : [];
}

/** Fields that are never lists in a record. If a refusal has a list in such a field, it contains the reasons. */
const neverLists: readonly string[] = ['domain', 'privacy', 'password'];
/** Field names that `hide` never replaces, even if a secret is the same word. */
const ownNames = [...neverLists, ...fieldNames];

const nameOf = (name: string, hide: Hide) => (ownNames.includes(name) ? name : toText(hide(name), 64));

/**
 * Returns the refused fields in the body of a refusal, each with its reasons. The fields are in `errors`, in `message`,
 * or directly in the body (as in Rails).
 */
function fieldErrorsOf(body: JsonObject, hide: Hide): Record<string, string[]> | undefined {
  const bare = neverLists.map((name) => [name, own(body, name)]).filter(([, said]) => Array.isArray(said));
  const pairs = [...['errors', 'message'].flatMap((name) => pairsOf(own(body, name))), ...bare];
  const entries = pairs
    .slice(0, maxFields)
    .map(([name, said]) => [typeof name === 'string' ? nameOf(name, hide) : undefined, textsOf(said, hide)] as const)
    .filter(([name]) => name !== undefined && name !== '__proto__');
  return entries.length ? Object.fromEntries(entries) : undefined;
}

/**
 * The fields that may hold the message of a refusal. `detail` and `title` come from RFC 9457, which some frameworks
 * follow.
 */
const reasons = ['message', 'error', 'errors', 'detail', 'title', 'msg'];

function messageOf(body: JsonObject, hide: Hide): string | undefined {
  const holders = [body, own(body, 'error'), own(body, 'errors')].flat().filter(isObject);
  return reasons.flatMap((name) => holders.flatMap((one) => textsOf(own(one, name), hide)))[0];
}

function said(body: JsonObject, hide: Hide): Pick<Problem, 'fields' | 'message'> {
  const fields = fieldErrorsOf(body, hide);
  const message = messageOf(body, hide);
  return { ...(fields ? { fields } : {}), ...(message ? { message } : {}) };
}

/**
 * Returns the problem of an answer whose HTTP status is not a success. `body`: the parsed JSON body, or undefined if
 * there is none.
 */
export function errorFromResponse(status: number, headers: Headers, body: unknown, hide: Hide): Problem {
  const kind = problemKindOfStatus(status);
  const wait = kind === 'busy' || headers.has('retry-after') ? retryAfter(headers) : undefined;
  return { kind, status, ...(isObject(body) ? said(body, hide) : {}), ...(wait ? { retryAfter: wait } : {}) };
}

/** Whether a value has content: it is not null, false, 0, '', {} or []. */
const isFilled = (value: unknown) => (typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : !!value);

const failures: readonly unknown[] = ['error', 'fail', 'failed', 'failure', false];

/**
 * Returns the failure that the body of a "successful" answer declares, or undefined. These are signs of a failure: a
 * body that is only `false`; a `status` of false, 0, 4xx, 5xx or a word for failure; a `code` of 4xx or 5xx; a value in
 * `error` or `errors`; false or 0 in `success`, `ok` or `deleted`; false or a word for failure in `result`. `isRecord`:
 * whether the body is a record. Its `status`, `code`, `deleted` and `result` are then ordinary fields, not signs.
 */
export function errorInBody(body: unknown, isRecord: boolean, hide: Hide): Problem | undefined {
  if (body === false) return { kind: 'server' };
  if (!isObject(body)) return undefined;
  const sign = (name: string) => (isRecord ? undefined : own(body, name));
  const declared = sign('status');
  const error = own(body, 'error');
  const inError = isObject(error) ? (toNumber(own(error, 'status')) ?? toNumber(own(error, 'code'))) : undefined;
  const status = [toNumber(declared), toNumber(sign('code')), inError].find((one = 0) => one >= 400 && one < 600);
  if (status !== undefined) return { kind: problemKindOfStatus(status), status, ...said(body, hide) };
  const hasFailed =
    [error, own(body, 'errors')].some(isFilled) ||
    [own(body, 'success'), own(body, 'ok'), sign('deleted')].some((value) => toFlag(value) === 0) ||
    toNumber(declared) === 0 ||
    [declared, sign('result')].some((value) => failures.includes(toText(value, 10)?.toLowerCase() ?? value));
  if (!hasFailed) return undefined;
  const found = said(body, hide);
  return { kind: found.fields ? 'rejected' : 'server', ...found };
}

/**
 * Returns how long to wait before the next request, in whole seconds (1 to 900), from `Retry-After` or else from the
 * end of the rate limit's window. Undefined if the answer states neither.
 */
export function retryAfter(headers: Headers): number | undefined {
  const { retryIn, resetsIn } = limitHeaders((name) => headers.get(name), Date.now());
  const wait = retryIn ?? resetsIn;
  return wait === undefined ? undefined : Math.max(1, Math.ceil(wait / 1000));
}
