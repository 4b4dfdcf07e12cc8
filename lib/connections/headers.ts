import { inputLimits } from '../util/inputLimits.ts';

/** Why a header cannot be sent with the requests of a connection. */
export type HeaderProblem =
  | 'name-empty'
  /** The name has characters that are not allowed. */
  | 'name'
  /** The browser sets it and does not let anybody change it. */
  | 'browser'
  /** Waymark sets it itself. */
  | 'own'
  /** It carries the API key; a user and password beside it (HTTP Basic) cannot. */
  | 'authorization'
  | 'cookie'
  /** The connection already has one with this name. */
  | 'double'
  | 'many'
  | 'value-empty'
  /** The value has line breaks or characters that are not allowed. */
  | 'value';

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
  [(_name, _value, others) => others.length >= inputLimits.headers, 'many'],
  [(_name, value) => value === '', 'value-empty'],
  [(_name, value) => !/^[\x20-\x7e]+$/.test(value) || value.length > inputLimits.header, 'value'],
];

/** Why a header cannot be added to a connection with headers of these names; undefined if it can. */
export function headerProblem(name: string, value: string, others: readonly string[]): HeaderProblem | undefined {
  const lower = name.trim().toLowerCase();
  const own = Object.hasOwn(reserved, lower) ? reserved[lower] : undefined;
  const names = others.map((other) => other.toLowerCase());
  return own ?? headerRules.find(([isSo]) => isSo(lower, value.trim(), names))?.[1];
}
