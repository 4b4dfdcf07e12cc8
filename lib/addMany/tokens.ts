/** What may be a site: as it was written, and the address to be read. */
export interface Candidate {
  text: string;
  address: string;
  wildcard?: boolean;
}

// Where a text goes on for a megabyte, a pattern that may begin anywhere and has no bound takes minutes.

/** An address with a scheme up to a space or quote, or a run of anything that does not separate. */
const pieces = /(?:(?:view-source|blob):)?[a-z][a-z\d+.-]{0,30}:\/\/[^\s"'<>`|]+|[^\s,;|"'<>(){}[\]`=]+/giu;
/** Within an address a comma or semicolon ends it if another address or name follows, or nothing. */
const joint = /[,;](?=$|[a-z][a-z\d+.-]{0,30}:\/\/|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,126}(?:[/:,;]|$))/iu;

const schemed = /(?:(?:view-source|blob):)?[a-z][a-z\d+-]{0,30}:\/\//i;
const closing = /(?<![.,;:!?…)\]}])[.,;:!?…)\]}]+$/u;
const email = /^(?:mailto:)?[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/i;
const wildcards = /^(?:\*\.?|\.(?=[^.]))+/;

const label = '[\\p{L}\\p{N}\\p{M}\\p{Cf}_*-]+';
const dotted = new RegExp(`^${label}(?:[.。．｡]${label})+$`, 'u');
/** A last label of two letters or more, or punycode; else it is a number, a date, a version or an abbreviation. */
const fileEnding = /[.。．｡](?:xn--[a-z\d-]+|[\p{L}\p{M}\p{Cf}]{2,}[\p{N}\p{L}\p{M}\p{Cf}-]*)$/iu;
const ipv4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const file = /\.(?:csv|css|docx?|gif|html?|jpe?g|json|js|pdf|php|png|svg|txt|xlsx?|xml)$/i;

const archive = '(?:(?:www\\.|web\\.)?archive\\.org|archive\\.(?:fo|is|li|md|ph|today|vn))';
const archiveHost = new RegExp(`^(?:${archive}|webcache\\.googleusercontent\\.com)$`);
const archived = new RegExp(`^https?://${archive}/(?:web/)?(?:\\d[^/]*|\\*|newest)/(?:https?:/+)?([^*]+)`, 'i');

/** Whether a host keeps copies of other sites. */
export const isArchive = (host: string): boolean => archiveHost.test(host);

/** The address that an archive's address is a copy of, without its scheme; any other as it is. */
const unarchived = (address: string): string => archived.exec(address)?.[1] ?? address;

/** Longer than any name or mailbox in whatever script. */
const maxNameLength = 1024;

export const isEmail = (text: string): boolean => text.length <= maxNameLength && email.test(text);

/** `name:example.com` is a name and what it names; `example.com:8080` is a host and its port. */
const unnamed = (text: string) => text.replace(/^[^\s.:/]+:(?=[^\d/:])/u, '');

/** An address or a name alone, its host as browsers write it themselves: two labels or more, the last one no number. */
const plain = /^(?:https?:\/\/)?((?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63})(?:\/[^\s,;]*)?$/;

/**
 * The host of an address or name where it can be read off, as in most lines of most lists: cutting and parsing them all
 * is slow and gives the same. Undefined where that has to be done.
 */
export function plainHostOf(address: string): string | undefined {
  const [, host = ''] = (address.length <= maxNameLength && plain.exec(address)) || [];
  if (!host || host.length > 253 || host.includes('xn--') || (host === address && file.test(host))) return undefined;
  return host;
}

function isName(text: string): boolean {
  const [host = ''] = text.split(/[/?#:]/, 1);
  if (host.length > maxNameLength) return false;
  const bare = host.replace(/[.。．｡]$/u, '');
  if (/^localhost$/i.test(bare) || ipv4.test(bare)) return true;
  return dotted.test(bare) && fileEnding.test(bare) && !(bare === text && file.test(bare));
}

function candidate(piece: string): Candidate | undefined {
  const text = piece.replace(closing, '');
  const scheme = text.includes('://') && schemed.exec(text);
  if (scheme) {
    const address = unarchived(text.slice(scheme.index));
    const plain = address.replace(/(:\/\/)(?:\*\.?|\.(?=[^.]))+/, '$1');
    return { text, address: plain, ...(plain === address ? {} : { wildcard: true }) };
  }
  if (isEmail(text)) return undefined;
  const name = unnamed(text);
  const plain = name.replace(wildcards, '');
  if (!isName(plain)) return undefined;
  return { text, address: plain, ...(plain === name ? {} : { wildcard: true }) };
}

/** Everything in a line that looks like a site, lazily; words, numbers and e-mail addresses around them are left out. */
export function* candidates(line: string): Generator<Candidate> {
  if (plainHostOf(line) === line) return yield { text: line, address: line };
  for (const [piece] of line.matchAll(pieces))
    for (const part of piece.split(joint)) {
      const found = candidate(part);
      if (found) yield found;
    }
}
