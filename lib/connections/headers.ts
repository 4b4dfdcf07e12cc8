import { inputLimits } from '../util/inputLimits.ts';

/** Why a header cannot be sent with the requests of a connection. */
export type HeaderProblem =
  | 'name-empty'
  /** Characters that no header's name may have. */
  | 'name'
  /** The browser sets it itself and lets nobody change it. */
  | 'browser'
  /** Waymark sets it itself: what it asks for and what it sends. */
  | 'own'
  /** It carries the API key; a user and password beside it (HTTP Basic) cannot. */
  | 'authorization'
  | 'cookie'
  /** The connection has one of this name. */
  | 'double'
  | 'many'
  | 'value-empty'
  /** Line breaks, and characters that no header may carry. */
  | 'value';

/** How many headers a connection may have. */
export const maxHeaders = 10;
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
  authorization: 'authorization',
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
  [(_name, _value, others) => others.length >= maxHeaders, 'many'],
  [(_name, value) => value === '', 'value-empty'],
  [(_name, value) => !/^[\x20-\x7e]+$/.test(value) || value.length > inputLimits.header, 'value'],
];

/** What is wrong with a header beside those that a connection has, by their names; undefined where it may be sent. */
export function headerProblem(name: string, value: string, others: readonly string[]): HeaderProblem | undefined {
  const lower = name.trim().toLowerCase();
  const own = Object.hasOwn(reserved, lower) ? reserved[lower] : undefined;
  const names = others.map((other) => other.toLowerCase());
  return own ?? headerRules.find(([isSo]) => isSo(lower, value.trim(), names))?.[1];
}
