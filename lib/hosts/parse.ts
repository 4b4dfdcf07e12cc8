import { isHost } from './isHost.ts';

/** Why an address is not a site. The locales have a sentence for each reason, under `refusal`. */
export type HostReason =
  /** Nothing was typed, or the tab is blank or new. */
  | 'empty'
  | 'browser-page'
  | 'file'
  /** The address is a page of an extension, such as a third-party PDF viewer. */
  | 'extension'
  /** The address has a scheme other than http and https. */
  | 'not-web'
  /** The host is invalid: bad characters, bad punycode, empty or too long labels, or an invalid IP address. */
  | 'bad-host'
  | 'wildcard'
  | 'several'
  /** The host is a public suffix such as `co.uk`. Set by callers that use the public suffix list, not by this file. */
  | 'public-suffix';

/**
 * A note about a site, shown before the site is registered. The locales have a sentence for each note, under `note`.
 */
export type Note =
  /** The host is known only on this computer or in its network: `localhost`, `10.0.0.1`, `nas.local`. */
  | 'local'
  | 'ip'
  /** The address had a port, which was left out. */
  | 'port'
  | 'single-label'
  /** The host contains an underscore, or a hyphen beside a dot or at either end. */
  | 'unusual'
  /** The host is an international name. `toUnicode` of punycode.ts decodes it. */
  | 'idn'
  /** The host ends in `.onion` or `.i2p`. */
  | 'onion'
  /** The site was taken from inside the address of a reader view, a source view or a blob. */
  | 'unwrapped'
  /**
   * The host is a company's suffix such as `github.io`. Set by callers that use the public suffix list, not by this
   * file.
   */
  | 'private-suffix'
  // The following notes are set only by lib/addMany, which reads lists of sites.
  /** The host belongs to an archive, such as `web.archive.org`. */
  | 'archive'
  /** The top-level domain is not in the public suffix list, so it may be misspelt. */
  | 'unknown-ending'
  /** The line also contained other words, which were left out. The person should check the name. */
  | 'words'
  /** The host comes from a DNS zone, where usually only machines use such a name. */
  | 'service'
  /** The name looks like that of a file, such as `README.md`. */
  | 'file'
  /** The list also contains the host's `www.` variant. */
  | 'variant'
  /** The privacy in the site's table row, or of the copied website, could not be read. */
  | 'privacy-unread'
  /** The list contains the site several times, with different privacy. */
  | 'privacy-differs';

/**
 * A site. `host` is spelled as it would be registered: in lower case and punycode, without port, user-info or trailing
 * dot. An IPv6 address is in brackets.
 */
export interface ParsedSite {
  host: string;
  notes: Note[];
}

/** Why a text or an address is not a site. */
export interface Refusal {
  refused: HostReason;
}

const schemes: readonly [RegExp, HostReason][] = [
  // `[a-z]+[aei]` matches brave, chrome, edge, opera and vivaldi. It must not match http and https, because a site may
  // be named `newtab`.
  [/^(about:(blank|newtab|home|privatebrowsing)\b|[a-z]+[aei]:\/\/new-?tab\b|$)/i, 'empty'],
  [/^[a-z-]*extension:/i, 'extension'],
  [/^file:/i, 'file'],
  [/^(about|brave|chrome|devtools|edge|opera|resource|vivaldi)(-[a-z]+)?:/i, 'browser-page'],
  [/^(?!https?:)/i, 'not-web'],
];

/** Returns the address inside the address of a source view, a blob or a reader view. Undefined for other addresses. */
function insideText(address: string): string | undefined {
  const prefix = /^(view-source|blob):/i.exec(address);
  if (prefix) return address.slice(prefix[0].length).trim();
  if (!/^(about:reader\?|read:\/\/|chrome-distiller:\/\/)/i.test(address)) return undefined;
  const inner = new URLSearchParams(address.slice(address.indexOf('?') + 1)).get('url');
  return inner?.trim() || undefined;
}

/** Matches addresses with an asterisk in the host (not in the user-info). Chromium cannot parse them. */
const starred = /^https?:[/\\]*[^/\\?#]*\*(?![^/\\?#]*@)/i;

/**
 * Converts an IPv4-mapped IPv6 address back to IPv4, with zeros as the last two numbers: `[::ffff:7f00:1]` becomes
 * `127.0.0.0`. The first two numbers are enough to recognise local networks. Returns any other host unchanged.
 */
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

/** Returns the notes about a host (in its normal form) and its port, the most important first. */
export const siteNotesOf = (host: string, port = ''): Note[] =>
  signs.filter(([, has]) => has(host, port)).map(([note]) => note);

/**
 * Returns the site at the address of a tab or a link, or the reason why it is not a site. Never throws. A blob belongs
 * to the site that made it; a source view or reader view belongs to the page that it shows. An IPv6 address keeps its
 * brackets, because services compare it with `location.hostname`, which has them. The most important note comes first.
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

/**
 * Matches characters that may surround a pasted address: spaces, invisible characters (including a byte order mark),
 * quotes, angle brackets and separators.
 */
const edges = /^[\s\p{Cf}"'<>,;]+|[\s\p{Cf}"'<>,;]+$/gu;

function isSeveral(text: string): boolean {
  if (/[\r\n]/.test(text) || /^[^?#]*[\s,;]https?:\/\//i.test(text)) return true;
  const [before = ''] = text.replace(/^[a-z]+:\/\//i, '').split(/[/?#]/, 1);
  const names = before.split(/[\s,;]+/);
  return names.length > 1 && names.every((name) => name.includes('.'));
}

/**
 * Returns the site that a typed or pasted text names, or the reason why it names none. The text may be a whole address,
 * or a bare domain with or without a port or a path. Never throws.
 */
export function siteOfText(text: string): ParsedSite | Refusal {
  const typed = text.trim();
  if (typed.length > 4096) return { refused: /[\s,;]/.test(typed) ? 'several' : 'bad-host' };
  const bare = typed.replace(edges, '');
  if (isSeveral(bare)) return { refused: 'several' };
  // A colon before a number begins a port, not the rest of an address: `localhost:3000` has no scheme.
  const complete = !bare || /^[a-z][a-z\d+-]*:(?!\d+([/?#]|$))/i.test(bare);
  return siteOf(complete ? bare : `https://${bare.replace(/^[/\\]+/, '')}`);
}
