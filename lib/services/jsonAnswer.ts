import { errorFromResponse, type Hide } from './errorResponse.ts';
import { ApiError, type Problem, type ProblemCode, type ProblemKind } from './errors.ts';
import { parseJson } from './json.ts';
import type { Reply } from './transport.ts';

/** Makes the error for an answer that cannot come from a service of this kind. */
const shapeError = (status: number, code: ProblemCode) => new ApiError({ kind: 'shape', status, code });

/** Returns the error for a successful answer with JSON in an unexpected form. */
export const unreadable = (status = 200): ApiError => shapeError(status, 'unreadable');

/** Patterns that match a character and its escaped forms, for each character that HTML may escape. */
const written: Readonly<Record<string, string>> = {
  '&': '&(?:amp;)?',
  '<': '(?:<|&lt;)',
  '>': '(?:>|&gt;)',
  '"': '(?:"|&quot;)',
  "'": "(?:'|&#0?39;|&apos;)",
};
const patternOf = (secret: string) =>
  new RegExp(
    secret.replace(/[\\^$.*+?()[\]{}|&<>"']/g, (one) => written[one] ?? `\\${one}`),
    'g',
  );

/**
 * Returns a function that replaces a connection's secrets in a text, which may be HTML. Also replaces secrets in the
 * encoding of submitted HTML forms.
 */
export function hiding(secrets: readonly string[]): Hide {
  const patterns = secrets
    .flatMap((secret) => [secret, `${new URLSearchParams({ '': secret })}`.slice(1)])
    .map(patternOf);
  return (said) => patterns.reduce((left, pattern) => left.replace(pattern, '…'), said);
}

const isMarkup = (text: string) => /^\s*</.test(text);
const typeIn = (headers: Headers) => headers.get('content-type') ?? '';

/** The HTTP statuses of a refused key. A login wall in front of a service sends them, too. */
export const wallStatuses = [401, 403];

/** The HTTP statuses of a server that refuses the request's method and has therefore not carried out anything. */
export const methodStatuses: readonly number[] = [405, 501];

/**
 * Whether an answer is certainly an HTML page. Its content type alone proves nothing: many servers declare everything
 * as HTML, and some of these refuse a key with plain text or an empty body.
 */
const isPage = ({ headers, text = '' }: Reply) =>
  isMarkup(text) && (/html/i.test(typeIn(headers)) || /^\s*<(!doctype )?html\b/i.test(text));

/**
 * Whether an answer comes from a proxy that requires a log-in: HTTP Basic, Digest, Negotiate or NTLM. Such an answer
 * says nothing about the API key.
 */
const isProxyLogin = ({ status, headers, text }: Reply): boolean =>
  status === 401 &&
  /\b(?:basic|digest|negotiate|ntlm)\b/i.test(headers.get('www-authenticate') ?? '') &&
  !parseJson(text ?? '');

/**
 * Returns the problem of an answer that refuses the request. Adds the code `html` if a login wall may have answered: a
 * proxy that requires a log-in, or an HTML page with status 401 or 403. The kind is not changed to `shape`, because
 * jobs automatically try again after a `shape` problem, which does not get past a login wall.
 */
function refusalIn(reply: Reply, body: unknown, hide: Hide): Problem {
  const problem = errorFromResponse(reply.status, reply.headers, body, hide);
  const isWall = (wallStatuses.includes(reply.status) && isPage(reply)) || isProxyLogin(reply);
  return isWall ? { ...problem, code: 'html' } : problem;
}

/**
 * Returns the parsed body of a successful answer, or undefined if it is empty. Throws ApiError if the answer is a
 * refusal, too large or not JSON. A 404 or 410 has the code `wrong-address` if a list was requested, and otherwise the
 * kind `kindIfMissing`. Pass a kind other than `missing` for a product that does not answer 404 for a missing record:
 * there, a 404 comes from a proxy or means a wrong path.
 */
export function jsonAnswer(reply: Reply, hide: Hide, isList: boolean, kindIfMissing: ProblemKind = 'missing'): unknown {
  const { status, headers, text } = reply;
  const parsed = parseJson(text ?? '');
  if (status > 299) {
    const problem = refusalIn(reply, parsed?.value, hide);
    if (problem.kind !== 'missing') throw new ApiError(problem);
    throw new ApiError({ ...problem, ...(isList ? { code: 'wrong-address' } : { kind: kindIfMissing }) });
  }
  if (text === undefined) throw shapeError(status, 'too-large');
  if (!text.trim()) return undefined;
  if (!parsed) throw shapeError(status, /html/i.test(typeIn(headers)) || isMarkup(text) ? 'html' : 'not-json');
  return parsed.value;
}
