import { isHost } from '../hosts/isHost.ts';
import { mayCarryKey } from '../hosts/mayCarryKey.ts';

/** Why a typed text is not the address of a service. */
export type AddressReason =
  | 'empty'
  /**
   * The text looks like an API key, or consists of the dots that hide a key. It must not be stored, shown or sent to a
   * DNS server.
   */
  | 'looks-like-key'
  /**
   * The text contains user-info, as in `https://user:password@host`, or is an e-mail address. The field is cleared,
   * because the text may contain a secret.
   */
  | 'user-info'
  /** The address uses plain http but does not point to this computer. */
  | 'insecure'
  /** The scheme of the address is neither http nor https. */
  | 'not-web'
  /** The address is a page of an extension, or of a store for extensions. */
  | 'extension'
  /** The text has no host or an impossible one, is too long, or consists of several addresses. */
  | 'bad-host'
  /**
   * The decoded path contains `..`, `;`, `\` or `%`, which servers and proxies interpret differently, or it contains a
   * quote, `<`, `>` or a control character.
   */
  | 'bad-path';

/**
 * The result of reading a typed address. `url`: the service's address with its sub-path, without a trailing slash,
 * query or fragment. `corrected`: whether `url` differs from the typed text. `refused`: why the text is not an address
 * of a service.
 */
export type Address = { url: string; corrected: boolean } | { refused: AddressReason };

/** Matches a scheme such as `https:`. Does not match a host with a port (`localhost:8080`), or a name with a dot. */
const scheme = /^[a-z][a-z\d+-]*:(?!\d+([/\\?#]|$))/i;
const userInfo = /^([a-z][a-z\d+-]*:)?[/\\]*[^/\\?#]*@/i;
/**
 * Matches an address on this computer that has a port. Without a scheme, such an address gets `http`, because a service
 * under development rarely has a certificate.
 */
const localPort = /^(localhost|127\.0\.0\.1|\[::1\]):\d/i;
const extensionStore =
  /^(chromewebstore\.google\.com|chrome\.google\.com\/webstore|addons\.mozilla\.org|microsoftedge\.microsoft\.com\/addons)(\/|$)/;

const keyMarks = /^(authorization\s*:|bearer\s)|[•●⬤∙]{2}|^\*{4}|^eyJ[\w-]+\.|^\d+\|\w/i;
/**
 * Matches each change between lower case, upper case and digits, except from upper to lower case (`Ab`). Words have few
 * such changes; keys have many.
 */
const caseChanges = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[a-zA-Z])/g;

/**
 * Whether a text is more likely an API key than an address. True if it begins like a token or contains the dots that
 * hide a key. Otherwise, its first word must have no top-level domain, and must be either very long, or long and
 * random.
 */
function looksLikeKey(text: string): boolean {
  if (keyMarks.test(text)) return true;
  const name = text.replace(/^https?:[/\\]*/i, '');
  const [word = ''] = /[.:?#]/.test(name) ? name.split(/[/\\:?#]/, 1) : [name.replace(/\/$/, '')];
  if (word.length < 16 || /\.(xn--[a-z\d-]+|[a-z]{2,24})\.?$/i.test(word)) return false;
  const isOneLongWord = word.length >= 32 && !/[./-]/.test(word);
  return isOneLongWord || /[+=|~]|^[^/]*_/.test(word) || (word.match(caseChanges) ?? []).length >= 4;
}

/** Returns a service's sub-path, without the API's own `/api/v1…` and without a trailing slash. */
const basePath = (path: string): string =>
  path
    .replace(/\/{2,}/g, '/')
    .replace(/\/api\/v1(\/.*)?$/, '')
    .replace(/\/$/, '');

function isPlain(path: string): boolean {
  try {
    return !/\.\.|[;\\%"'<>\p{Cc}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/**
 * The checks of a text, each with the reason for a refusal. They apply to the typed text and to the normalised address.
 */
const textRules: readonly [(text: string) => boolean, AddressReason][] = [
  [(text) => /^([a-z]+:)?[/\\]*$/i.test(text), 'empty'],
  [(text) => /^[a-z-]*extension:/i.test(text), 'extension'],
  [looksLikeKey, 'looks-like-key'],
  [(text) => userInfo.test(text), 'user-info'],
  [(text) => scheme.test(text) && !/^https?:/i.test(text), 'not-web'],
  [(text) => text.length > 2048 || /^[^?#]*:\/\/[^?#]*:\/\//.test(text), 'bad-host'],
];

const urlRules: readonly [(url: URL, host: string) => boolean, AddressReason][] = [
  [(url) => url.username !== '' || url.password !== '', 'user-info'],
  [(_url, host) => !isHost(host), 'bad-host'],
  [(url, host) => extensionStore.test(host + url.pathname), 'extension'],
  [({ protocol }, host) => !mayCarryKey({ protocol, hostname: host }), 'insecure'],
  [(url) => !isPlain(url.pathname), 'bad-path'],
];

/**
 * Returns an address's host in the form for storage: without a dot at its end. With http, `[::1]` becomes `localhost`,
 * because a content security policy cannot contain an IPv6 address.
 */
const spelled = ({ protocol, hostname }: URL): string =>
  protocol === 'http:' && hostname === '[::1]' ? 'localhost' : hostname.replace(/\.$/, '');

/**
 * Returns a pasted service address in its normal form, or why it is refused. Removes surrounding white space and
 * quotes, repeated slashes, `/api/v1…`, query and fragment. Adds a missing scheme: http for a port on this computer,
 * otherwise https. Converts the host to lower case and ASCII. An address in normal form stays the same. Never throws.
 */
export function parseAddress(text: string): Address {
  const typed = text
    .slice(0, 8192)
    .replace(/[\t\r\n\p{Cf}]/gu, '')
    .replace(/^[\s"'<>]+/, '')
    .trim()
    .replace(/["'<>]+$/, '')
    .trim();
  const badText = textRules.find(([is]) => is(typed));
  if (badText) return { refused: badText[1] };
  const bare = typed.replace(/^[/\\]+/, '');
  const whole = scheme.test(typed) ? typed : `${localPort.test(bare) ? 'http' : 'https'}://${bare}`;
  if (!URL.canParse(whole)) return { refused: 'bad-host' };
  const parsed = new URL(whole);
  const host = spelled(parsed);
  const badUrl = urlRules.find(([is]) => is(parsed, host));
  if (badUrl) return { refused: badUrl[1] };
  const url = `${parsed.protocol}//${host}${parsed.port && `:${parsed.port}`}${basePath(parsed.pathname)}`;
  const badResult = textRules.find(([is]) => is(url));
  return badResult ? { refused: badResult[1] } : { url, corrected: url !== text };
}

/**
 * Returns the host permission for an address: `scheme://host/*`. It has no port, because Firefox does not match ports
 * (https://bugzilla.mozilla.org/show_bug.cgi?id=1362809). `url`: from `parseAddress`. Throws TypeError for a text that
 * is not a URL.
 */
export function permissionPattern(url: string): string {
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${hostname}/*`;
}

/**
 * Returns the origin of an address. The API key is sent only to this origin. `url`: from `parseAddress`. Throws
 * TypeError for a text that is not a URL.
 */
export const originOf = (url: string): string => new URL(url).origin;
