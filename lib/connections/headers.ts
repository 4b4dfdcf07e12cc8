import { inputLimits } from '../util/inputLimits.ts';

/** Why a request header cannot be added to a connection. */
const headerProblems = [
  'name-empty',
  /** The name is too long or contains characters that are not allowed. */
  'name',
  /** Only the browser may set this header. */
  'browser',
  /** Waymark itself sets this header. */
  'own',
  /**
   * The service's key is sent in `Authorization`, so this header cannot also carry a user and password (HTTP Basic).
   */
  'authorization',
  'cookie',
  /** The connection already has a header of this name. */
  'double',
  'many',
  'value-empty',
  /** The value is too long, or contains line breaks or other characters that are not allowed. */
  'value',
] as const;
export type HeaderProblem = (typeof headerProblems)[number];

/** Whether a value is a `HeaderProblem`. A worker of another version may send other values. */
export const isHeaderProblem = (reason: unknown): reason is HeaderProblem =>
  headerProblems.some((one) => one === reason);

const maxHeaderName = 100;

/** Headers that only the browser may set, from the list of forbidden request headers in the fetch standard. */
const browsers = new Set(
  `accept-charset accept-encoding access-control-request-headers access-control-request-method
  access-control-request-private-network connection content-length date dnt expect host keep-alive origin referer
  set-cookie te trailer transfer-encoding upgrade via x-http-method x-http-method-override x-method-override`.split(
    /\s+/,
  ),
);
const reserved: Readonly<Record<string, HeaderProblem>> = {
  cookie: 'cookie',
  cookie2: 'cookie',
  accept: 'own',
  'content-type': 'own',
};

const headerRules: readonly [(name: string, value: string, others: readonly string[]) => boolean, HeaderProblem][] = [
  [(name) => name === '', 'name-empty'],
  [(name) => !/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || name.length > maxHeaderName, 'name'],
  [(name) => browsers.has(name) || /^(proxy|sec)-/.test(name), 'browser'],
  [(name, _, others) => others.includes(name), 'double'],
  [(_name, _value, others) => others.length >= inputLimits.headers, 'many'],
  [(_name, value) => value === '', 'value-empty'],
  [(_name, value) => !/^[\x20-\x7e]+$/.test(value) || value.length > inputLimits.header, 'value'],
];

/** Matches values of `Authorization` that begin with an authentication scheme. */
const schemes = /^(?:basic|bearer|digest|negotiate|token)\s/i;

/**
 * Returns the value to send in the header `Authorization`. Encodes a typed `user:password` for HTTP Basic, even if
 * `Basic` is typed before the user. Returns any other text as typed.
 */
function authorizationOf(typed: string): string {
  const plain = typed.replace(/^basic\s+(?=[^:]*:)/i, '');
  return plain.includes(':') && !schemes.test(plain)
    ? `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(plain)))}`
    : typed;
}

const isAuthorization = (name: string) => name.trim().toLowerCase() === 'authorization';

/** Returns the value to send in a header, given the typed value. */
export const headerValue = (name: string, typed: string): string =>
  isAuthorization(name) ? authorizationOf(typed.trim()) : typed.trim();

/**
 * Returns why a header cannot be added to a connection, or undefined if it can. `others`: the names of the connection's
 * other headers. `basic`: whether `Authorization` may be added. False if the service is known to need that header for
 * its key.
 */
export function headerProblem(
  name: string,
  typed: string,
  others: readonly string[],
  basic = true,
): HeaderProblem | undefined {
  const lower = name.trim().toLowerCase();
  if (!basic && isAuthorization(name)) return 'authorization';
  const own = Object.hasOwn(reserved, lower) ? reserved[lower] : undefined;
  const names = others.map((other) => other.toLowerCase());
  return own ?? headerRules.find(([isSo]) => isSo(lower, headerValue(name, typed), names))?.[1];
}
