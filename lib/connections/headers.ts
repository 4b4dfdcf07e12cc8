import { inputLimits } from '../util/inputLimits.ts';

/** Why a header cannot be sent with the requests of a connection. */
const headerProblems = [
  'name-empty',
  /** The name has characters that are not allowed. */
  'name',
  /** The browser sets it and does not let anybody change it. */
  'browser',
  /** Waymark sets it itself. */
  'own',
  /** This service takes its key in it: a user and password beside that (HTTP Basic) cannot be sent. */
  'authorization',
  'cookie',
  /** The connection already has one with this name. */
  'double',
  'many',
  'value-empty',
  /** The value has line breaks or characters that are not allowed. */
  'value',
] as const;
export type HeaderProblem = (typeof headerProblems)[number];

/** Another build's worker may give another reason. */
export const isHeaderProblem = (reason: unknown): reason is HeaderProblem =>
  headerProblems.some((one) => one === reason);

const maxHeaderName = 100;

/** From the fetch standard's list of forbidden request headers. */
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

/** Ways of saying who one is that are written as they are sent. */
const schemes = /^(?:basic|bearer|digest|negotiate|token)\s/i;

/**
 * The value of the header `Authorization`: as typed, or made of a user and a password, which a colon separates (HTTP Basic),
 * also where somebody has typed `Basic` before them: what is encoded has no colon.
 */
function authorizationOf(typed: string): string {
  const plain = typed.replace(/^basic\s+(?=[^:]*:)/i, '');
  return plain.includes(':') && !schemes.test(plain)
    ? `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(plain)))}`
    : typed;
}

const isAuthorization = (name: string) => name.trim().toLowerCase() === 'authorization';

/** A header's value as it is sent. */
export const headerValue = (name: string, typed: string): string =>
  isAuthorization(name) ? authorizationOf(typed.trim()) : typed.trim();

/**
 * Why a header cannot be added to a connection with headers of these names; undefined if it can. `basic`: its key does not
 * travel in `Authorization`, or that is not known.
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
