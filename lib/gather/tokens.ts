/** What may be a site: as it was written, and the address to be read. */
export interface Candidate {
  text: string;
  address: string;
  wildcard?: boolean;
}

/** An address with a scheme up to a space or quote, or a run of anything that does not separate. */
const pieces = /(?:(?:view-source|blob):)?[a-z][a-z\d+.-]*:\/\/[^\s"'<>`|]+|[^\s,;|"'<>(){}[\]`=]+/giu;
/** Within an address a comma or semicolon ends it if another address or name follows, or nothing. */
const joint = /[,;](?=$|[a-z][a-z\d+.-]*:\/\/|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/:,;]|$))/iu;

const schemed = /(?:(?:view-source|blob):)?[a-z][a-z\d+-]*:\/\//i;
const email = /^(?:mailto:)?[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/i;
const wildcards = /^(?:\*\.?|\.(?=[^.]))+/;

const label = '[\\p{L}\\p{N}\\p{M}\\p{Cf}_*-]+';
const dotted = new RegExp(`^${label}(?:[.。．｡]${label})+$`, 'u');
/** A last label of two letters or more, or punycode; else it is a number, a date, a version or an abbreviation. */
const ending = /[.。．｡](?:xn--[a-z\d-]+|[\p{L}\p{M}\p{Cf}]{2,}[\p{N}\p{L}\p{M}\p{Cf}-]*)$/iu;
const ipv4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const file = /\.(?:csv|css|docx?|gif|html?|jpe?g|json|js|pdf|php|png|svg|txt|xlsx?|xml)$/i;

export const isEmail = (text: string): boolean => email.test(text);

/** `name:example.com` is a name and what it names; `example.com:8080` is a host and its port. */
const unnamed = (text: string) => text.replace(/^[^\s.:/]+:(?=[^\d/:])/u, '');

function isName(text: string): boolean {
  const [host = ''] = text.split(/[/?#:]/, 1);
  const bare = host.replace(/[.。．｡]$/u, '');
  if (/^localhost$/i.test(bare) || ipv4.test(bare)) return true;
  return dotted.test(bare) && ending.test(bare) && !(bare === text && file.test(bare));
}

function candidate(piece: string): Candidate | undefined {
  const text = piece.replace(/[.,;:!?…)\]}]+$/u, '');
  const scheme = schemed.exec(text);
  if (scheme) {
    const address = text.slice(scheme.index);
    const plain = address.replace(/(:\/\/)(?:\*\.?|\.(?=[^.]))+/, '$1');
    return { text, address: plain, ...(plain === address ? {} : { wildcard: true }) };
  }
  if (isEmail(text)) return undefined;
  const name = unnamed(text);
  const plain = name.replace(wildcards, '');
  if (!isName(plain)) return undefined;
  return { text, address: plain, ...(plain === name ? {} : { wildcard: true }) };
}

/** An address in which others may hang, taken apart. */
function parts(piece: string): string[] {
  const cut = schemed.test(piece) ? piece.search(joint) : -1;
  return cut < 0 ? [piece] : [piece.slice(0, cut), ...parts(piece.slice(cut + 1))];
}

/** Everything in a line that looks like a site; words, numbers and e-mail addresses around them are left out. */
export const candidates = (line: string): Candidate[] =>
  (line.match(pieces) ?? []).flatMap(parts).flatMap((piece) => candidate(piece) ?? []);
