import { inputLimits } from '../util/inputLimits.ts';

/** Why the requests of a connection cannot have a header. */
const headerProblems = [
  'name-empty',
  /** The name has characters that are not allowed. */
  'name',
  /** The browser sets it, and nobody can change it. */
  'browser',
  /** Waymark sets it. */
  'own',
  /** This service takes its key in this header, so a user and password (HTTP Basic) cannot be sent in it. */
  'authorization',
  'cookie',
  /** The connection already has a header with this name. */
  'double',
  'many',
  'value-empty',
  /** The value has line breaks or characters that are not allowed. */
  'value',
] as const;
export type HeaderProblem = (typeof headerProblems)[number];

/** Whether a reason is a `HeaderProblem`. The worker of another build may give other reasons. */
export const isHeaderProblem = (reason: unknown): reason is HeaderProblem =>
  headerProblems.some((one) => one === reason);

const maxHeaderName = 100;

/** Headers that only the browser may set, from the fetch standard's list of forbidden request headers. */
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

/** Schemes of authorization that are sent as typed. */
const schemes = /^(?:basic|bearer|digest|negotiate|token)\s/i;

/**
 * Returns the value of the header `Authorization`. A typed `user:password`, also after `Basic`, is encoded (HTTP
 * Basic); anything else stays as typed. A value that is already encoded has no colon.
 */
function authorizationOf(typed: string): string {
  const plain = typed.replace(/^basic\s+(?=[^:]*:)/i, '');
  return plain.includes(':') && !schemes.test(plain)
    ? `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(plain)))}`
    : typed;
}

const isAuthorization = (name: string) => name.trim().toLowerCase() === 'authorization';

/** Returns a header's value in the form in which it is sent. */
export const headerValue = (name: string, typed: string): string =>
  isAuthorization(name) ? authorizationOf(typed.trim()) : typed.trim();

/**
 * Returns why a header cannot be added to a connection, or undefined if it can. `others`: the names of the connection's
 * headers. `basic`: whether `Authorization` may be added; false if the service is known to take its key in that header.
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
