import { isHost } from './isHost.ts';

/** Why an address is not a site. Each reason has a sentence under `refusal` in the locales. */
export type HostReason =
  /** A blank or new tab, or nothing typed. */
  | 'empty'
  /** One of the browser's own pages. */
  | 'browser-page'
  /** A file on this computer. */
  | 'file'
  /** A page of an extension, such as a third-party PDF viewer. */
  | 'extension'
  /** Any scheme other than http and https. */
  | 'not-web'
  /** Not a valid host: bad characters, bad punycode, empty or long labels, a bad IP address. */
  | 'bad-host'
  /** `*.example.com` */
  | 'wildcard'
  /** Several domains where one is expected. */
  | 'several'
  /** A public suffix such as `co.uk`. Callers that consult the public suffix list set it, not this module. */
  | 'public-suffix';

/** A remark about a site, shown before the site is registered. Each note has a sentence under `note` in the locales. */
export type Note =
  /** Only known on this computer or its network: `localhost`, `10.0.0.1`, `nas.local`. */
  | 'local'
  /** An IP address, not a domain name. */
  | 'ip'
  /** The address had a port, which is left out. */
  | 'port'
  /** A name without a dot. */
  | 'single-label'
  /** An underscore, or a label that begins or ends with a hyphen. */
  | 'unusual'
  /** An international name; `toUnicode` of punycode.ts decodes it. */
  | 'idn'
  /** `.onion`, `.i2p` */
  | 'onion'
  /** The address was a reader view, a source view or a blob, and the site is the one behind it. */
  | 'unwrapped'
  /** A company's suffix such as `github.io`. Callers that consult the public suffix list set it, not this module. */
  | 'private-suffix'
  // Set by lib/addMany alone, which knows archives and reads lists:
  /** `web.archive.org` */
  | 'archive'
  /** The public suffix list does not know the top-level domain, so it may be misspelt. */
  | 'unknown-ending'
  /** Other words on the pasted line were left out, so the name needs checking. */
  | 'words'
  /** A name in a DNS zone that only machines use. */
  | 'service'
  /** The list also has this name with `www.` added or removed. */
  | 'variant'
  /** The site's row in a pasted table gives a privacy that was not understood. */
  | 'privacy-unread'
  /** The pasted list mentions the site several times, with different privacy. */
  | 'privacy-differs';

/**
 * `host` as it would be registered: lower case, punycode, no port, user-info or trailing dot; an IPv6 address in
 * brackets.
 */
export interface ParsedSite {
  host: string;
  notes: Note[];
}

export interface Refusal {
  refused: HostReason;
}

const schemes: readonly [RegExp, HostReason][] = [
  // `[a-z]+[aei]` matches brave, chrome, edge, opera and vivaldi, but not http and https: a site may be named `newtab`.
  [/^(about:(blank|newtab|home|privatebrowsing)\b|[a-z]+[aei]:\/\/new-?tab\b|$)/i, 'empty'],
  [/^[a-z-]*extension:/i, 'extension'],
  [/^file:/i, 'file'],
  [/^(about|brave|chrome|devtools|edge|opera|resource|vivaldi)(-[a-z]+)?:/i, 'browser-page'],
  [/^(?!https?:)/i, 'not-web'],
];

/** Returns the address inside a source view, a blob or a reader view, or undefined for any other address. */
function insideText(address: string): string | undefined {
  const prefix = /^(view-source|blob):/i.exec(address);
  if (prefix) return address.slice(prefix[0].length).trim();
  if (!/^(about:reader\?|read:\/\/|chrome-distiller:\/\/)/i.test(address)) return undefined;
  const inner = new URLSearchParams(address.slice(address.indexOf('?') + 1)).get('url');
  return inner?.trim() || undefined;
}

/**
 * Matches an asterisk in the host, but not in the user-info. Tests the text, because Chromium cannot parse such an
 * address.
 */
const starred = /^https?:[/\\]*[^/\\?#]*\*(?![^/\\?#]*@)/i;

/** Turns `[::ffff:7f00:1]` (IPv4 within IPv6) into `127.0.0.0`: two numbers are enough to identify a network. */
function unmapped(host: string): string {
  const high = /^\[::ffff:([\da-f]+):[\da-f]+\]$/.exec(host)?.[1];
  return high ? `${Number.parseInt(high, 16) >> 8}.${Number.parseInt(high, 16) & 255}.0.0` : host;
}

const localName = /(^|\.)(localhost|local|internal|home\.arpa|lan|test|invalid|example)$/;
const localIp4 = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;
const localIp6 = /^\[(::1?|(f[cd]..|fe[89ab].):.*)\]$/;
const isLocal = (host: string) => localName.test(host) || localIp4.test(unmapped(host)) || localIp6.test(host);

const signs: readonly [Note, (host: string, port: string) => boolean][] = [
  ['local', isLocal],
  ['ip', (host) => /^(\[.*\]|[\d.]+)$/.test(host)],
  ['port', (_host, port) => port !== ''],
  ['single-label', (host) => !/[.[]/.test(host) && !isLocal(host)],
  ['unusual', (host) => /_|(^|\.)-|-(\.|$)/.test(host)],
  ['idn', (host) => /(^|\.)xn--/.test(host)],
  ['onion', (host) => /\.(onion|i2p)$/.test(host)],
];

/** Returns the remarks about a normalised host and its port, the most important first. */
export const siteNotesOf = (host: string, port = ''): Note[] =>
  signs.filter(([, has]) => has(host, port)).map(([note]) => note);

/**
 * Returns the site of a tab's or link's address, or the reason why it has none. Never throws. A blob belongs to the
 * site that made it; a source view or reader view is unwrapped once. An IPv6 address keeps its brackets, as in
 * `location.hostname`, which services compare with visits. Notes are sorted by importance.
 */
export function siteOf(url: string | undefined): ParsedSite | Refusal {
  const seen = url?.trim() ?? '';
  const inner = insideText(seen);
  const address = inner ?? seen;
  const refused = schemes.find(([pattern]) => pattern.test(address))?.[1];
  if (refused) return { refused };
  if (starred.test(address.slice(0, 1024))) return { refused: 'wildcard' };
  if (!URL.canParse(address)) return { refused: 'bad-host' };
  const parsed = new URL(address);
  const host = parsed.hostname.replace(/\.$/, '');
  if (!isHost(host)) return { refused: 'bad-host' };
  const notes = siteNotesOf(host, parsed.port);
  return { host, notes: inner === undefined ? notes : [...notes, 'unwrapped'] };
}

/** Characters around a pasted address: spaces, invisible characters (also a byte-order mark), quotes, separators. */
const edges = /^[\s\p{Cf}"'<>,;]+|[\s\p{Cf}"'<>,;]+$/gu;

function isSeveral(text: string): boolean {
  if (/[\r\n]/.test(text) || /^[^?#]*[\s,;]https?:\/\//i.test(text)) return true;
  const [before = ''] = text.replace(/^[a-z]+:\/\//i, '').split(/[/?#]/, 1);
  const names = before.split(/[\s,;]+/);
  return names.length > 1 && names.every((name) => name.includes('.'));
}

/**
 * Like `siteOf`, for typed or pasted text: a bare domain, also with a port or path, or a whole address. Never throws.
 */
export function siteOfText(text: string): ParsedSite | Refusal {
  const typed = text.trim();
  if (typed.length > 4096) return { refused: /[\s,;]/.test(typed) ? 'several' : 'bad-host' };
  const bare = typed.replace(edges, '');
  if (isSeveral(bare)) return { refused: 'several' };
  // A colon before a number begins a port, so `localhost:3000` has no scheme.
  const complete = !bare || /^[a-z][a-z\d+-]*:(?!\d+([/?#]|$))/i.test(bare);
  return siteOf(complete ? bare : `https://${bare.replace(/^[/\\]+/, '')}`);
}
