import { isObject, toText } from './coerce.ts';
import { errorFromResponse, errorInBody, type Hide } from './errorResponse.ts';
import { ApiError, type ProblemCode } from './errors.ts';
import { parseJson } from './json.ts';
import type { Reply } from './transport.ts';

/** An answer that is none of such a service. */
export const shapeError = (status: number, code: ProblemCode, got?: string) =>
  new ApiError({ kind: 'shape', status, code, ...(got ? { got } : {}) });

/** Takes the secrets of a connection out of a text. */
export const hiding =
  (secrets: readonly string[]): Hide =>
  (said) =>
    secrets.reduce((left, secret) => left.replaceAll(secret, '…'), said);

/**
 * The body of a successful answer; undefined where it is empty. Throws ApiError: a refusal by its status (the 404 of a
 * list tells of a wrong address), or kind `shape` where the body is too large, or no JSON.
 */
export function jsonAnswer({ status, headers, text }: Reply, hide: Hide, isList: boolean): unknown {
  const parsed = parseJson(text ?? '');
  if (status > 299) {
    const problem = errorFromResponse(status, headers, parsed?.value, hide);
    throw new ApiError(isList && problem.kind === 'missing' ? { ...problem, code: 'wrong-address' } : problem);
  }
  if (text === undefined) throw shapeError(status, 'too-large');
  if (!text.trim()) return undefined;
  const type = toText(hide(headers.get('content-type') ?? ''), 60);
  if (!parsed) throw shapeError(status, /html/i.test(type ?? '') || /^\s*</.test(text) ? 'html' : 'not-json', type);
  return parsed.value;
}

/**
 * As `jsonAnswer`, of a product that has words of its own for what is gone: its 404 comes from a proxy or a wrong path, and
 * tells nothing of a record. Throws, too, what the body of a success declares to be wrong.
 */
export function productAnswer(reply: Reply, hide: Hide, isList: boolean): unknown {
  try {
    const body = jsonAnswer(reply, hide, isList);
    const declared = errorInBody(body, false, hide);
    if (declared) throw new ApiError({ status: reply.status, ...declared });
    return body;
  } catch (error) {
    if (isList || !(error instanceof ApiError) || error.problem.kind !== 'missing') throw error;
    throw new ApiError({ ...error.problem, kind: 'server' });
  }
}

/** What an answer looks like, without any of its values. */
export function describeShape(body: unknown, hide: (text: string) => string): string {
  if (Array.isArray(body)) return `a list of ${body.length}`;
  if (!isObject(body)) return body === null ? 'null' : `a ${typeof body}`;
  const keys = Object.keys(body).slice(0, 10);
  return `an object of ${keys.map((key) => toText(hide(key), 40) ?? '?').join(', ') || 'nothing'}`;
}
