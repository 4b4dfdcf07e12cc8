import { isKept, plainHost } from '../hosts/hostInList.ts';

/** A part of a pasted text that may be a site. `text`: the part as written. `address`: what to parse as an address. */
export interface Candidate {
  text: string;
  /** The position at which the candidate begins in its line. */
  at: number;
  address: string;
  wildcard?: boolean;
  /**
   * Set if the name may be only part of other text: a word stands right beside it, as in `newclient 16.com`, it looks
   * like an abbreviation, as in `Tel.Nr`, or it mixes scripts, as in `サイトはexample.com`.
   */
  words?: boolean;
  /**
   * Set for a bare name in a line that also has an address, unless the line is a list. Such a name is probably a title,
   * not a site.
   */
  besideAddress?: boolean;
  /** Set for a bare name that looks like a file name, even though its ending is a top-level domain. */
  isFile?: true;
}

// Every repetition in these patterns is bounded. An unbounded pattern that can match at any position would take minutes
// on a line of one megabyte.

/**
 * Matches punctuation outside ASCII, as in `example.com、example.org` or `（example.com）`. Does not match characters that
 * can be part of a name, such as most dashes, and `。`, which can stand for a dot.
 */
const mark = String.raw`[[\p{P}\p{Sm}①-⓿]--[\p{ASCII}\p{Pd}·・׳״。．｡…−]]|[־—]`;
const letter = String.raw`[\p{scx=Kana}\p{scx=Hira}\p{sc=Han}]`;
/** Matches a middle dot that may be part of a name, as in `ア・イ.example` or `col·lecció.example`. */
const middle = `(?<=${letter})・(?=${letter})|(?<=l)·(?=l)`;
const inside = `(?!${mark})(?![・·])|(?=${middle})`;
/**
 * Matches one piece of a line. A piece is either an address with a scheme (up to a space, a quote, `<`, `>`, `|` or
 * punctuation outside ASCII), or any other text up to a separator.
 */
const pieces = new RegExp(
  String.raw`(?:(?:view-source|blob):)?[a-z][a-z\d+.\-]{0,30}:\/\/(?:(?:${inside})[^\s"'<>\`\|])+|(?:(?:${inside})[^\s,;\|"'<>\(\)\{\}\[\]\`=])+`,
  'giv',
);
/** Matches a comma or semicolon after an address: at the end, or before another address or a name. */
const joint = /[,;](?=$|[a-z][a-z\d+.-]{0,30}:\/\/|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,126}(?:[/:,;]|$))/iu;

const schemed = /(?:(?:view-source|blob):)?[a-z][a-z\d+-]{0,30}:\/\//i;
const closing = /(?<![.,;:!?…)\]}*])[.,;:!?…)\]}*]+$/u;
/** Matches a text that is emphasised as in Markdown, such as `**example.com**` or `_example.com_`. */
const emphasised = /^([*_]{1,3})([^*_].*?)\1[.,;:!?)\]}]*$/s;
const email = /^(?:mailto:)?[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/i;
const wildcards = /^(?:\*\.?|\.(?=[^.]))+/;

const label = '[\\p{L}\\p{N}\\p{M}\\p{Cf}_*·・-]+';
const dotted = new RegExp(`^${label}(?:[.。．｡]${label})+$`, 'u');
/**
 * Matches the end of a host name: the last dot, then punycode or a label that begins with two letters. A text with any
 * other ending is a number, a date or a version.
 */
const nameEnding = /[.。．｡](?:xn--[a-z\d-]+|[\p{L}\p{M}\p{Cf}]{2,}[\p{N}\p{L}\p{M}\p{Cf}-]*)$/iu;
const ipv4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
/**
 * Matches file names by their ending. `.zone` is also a top-level domain, so it counts as a file's ending only after
 * another top-level domain, as in `.com.zone`.
 */
const file =
  /\.(?:bak|cfg|conf|crt|csr|csv|css|db|docx?|gif|html?|ini|jpe?g|json|js|log|pdf|pem|php|png|sql|svg|toml|txt|xlsx?|xml|ya?ml|(?:biz|com|info|net|org)\.zone)$/i;

export const isFileName = (text: string): boolean => file.test(text);

const ofNoCountry = /^[^./]+\.(?:zip|mov)$/i;
const ofCountry = /^[^./]+\.(?:am|cc|md|pl|pm|ps|py|rs|sh|so)$/i;
const usualFile =
  /^(?:backup|build|changelog|config|conftest|contributing|deploy|index|install|lib|license|main|manage|mod|readme|run|script|setup|test|todo)\./i;

/**
 * Whether a name can be either a site or a file, because its ending is both a top-level domain and a file extension. If
 * that domain is a country's, the name must also look like a file name: a common one, one with an underscore, or one in
 * capitals such as `NEWS.md`.
 */
const isMaybeFile = (text: string): boolean =>
  ofNoCountry.test(text) ||
  (ofCountry.test(text) && (usualFile.test(text) || text.includes('_') || /^[A-Z][A-Z\d-]*\.[a-z]+$/.test(text)));

const archive = '(?:(?:www\\.|web\\.)?archive\\.org|archive\\.(?:fo|is|li|md|ph|today|vn))';
const archiveHost = new RegExp(`^(?:${archive}|webcache\\.googleusercontent\\.com)$`);
const archived = new RegExp(`^https?://${archive}/(?:web/)?(?:\\d[^/]*|\\*|newest)/(?:https?:/+)?([^*]+)`, 'i');

/** Whether a host belongs to an archive, such as archive.org, which shows copies of other sites. */
export const isArchive = (host: string): boolean => archiveHost.test(host);

/**
 * Matches the address of a tab that an extension has suspended. Such an address ends with the address of the suspended
 * page.
 */
const suspended = /^(?:[a-z]{1,20}-)?extension:\/\/[^#?]{1,200}[#?](?:[^&]{0,4096}&)*?ur[il]=(https?(?::|%3a)\S+)$/i;

const decoded = (text: string): string => {
  try {
    return /^https?%3a/i.test(text) ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
};

/**
 * Returns the address of the original page, if the address belongs to an archive or a suspended tab. For an archived
 * page, the result has no scheme. Returns any other address unchanged.
 */
const unwrapped = (address: string): string =>
  archived.exec(address)?.[1] ?? decoded(suspended.exec(address)?.[1] ?? address);

/** The maximum length of a name or an e-mail address (characters). No real one is longer, in any script. */
const maxNameLength = 1024;

export const isEmail = (text: string): boolean => text.length <= maxNameLength && email.test(text);

/**
 * Removes a label or a list number before a host, as in `name:example.com` or `1．example.com`. Keeps a port, as in
 * `example.com:8080`.
 */
const unnamed = (text: string) => text.replace(/^(?:sc-domain:|[^\s.:/]+:(?=[^\d/:])|\p{Nd}{1,3}[．。｡](?=.*\.))/u, '');

/** Matches an address or name whose host is in its normal form already and does not end in a number. */
const plainAddress = new RegExp(String.raw`^(?:https?:\/\/)?(${plainHost})(?:\/[^\s,;]*)?$`);

/**
 * Returns the host of an address or name that is written in a simple form (see `plainAddress`). Returns undefined for
 * any other form. Gives the same result as the full parser, but faster.
 */
export function plainHostOf(address: string): string | undefined {
  const [, host = ''] = (address.length <= maxNameLength && plainAddress.exec(address)) || [];
  if (!host || !isKept(host) || (host === address && (file.test(host) || isMaybeFile(host)))) return undefined;
  return host;
}

/** Matches a line that is a single http or https address, has no separators and does not end in punctuation. */
const lone = /^https?:\/\/[\w./%~+@&?#=-]*[\w/]$/;

/**
 * Returns the host of a line that consists of one simple address or name, as most lines do. Undefined for any other
 * line.
 */
function loneHostOf(line: string): string | undefined {
  const host = plainHostOf(line);
  return host === line || (host && !isArchive(host) && lone.test(line)) ? host : undefined;
}

function isName(text: string): boolean {
  const [host = ''] = text.split(/[/?#:]/, 1);
  if (host.length > maxNameLength) return false;
  const bare = host.replace(/[.。．｡]$/u, '');
  if (/^localhost$/i.test(bare) || ipv4.test(bare)) return true;
  if (bare.startsWith('-')) return false;
  return dotted.test(bare) && nameEnding.test(bare) && !(bare === text && file.test(bare));
}

function candidate(piece: string, at: number): Candidate | undefined {
  const text = piece.replace(closing, '');
  // Word processors and PDFs use other hyphens in place of `-`.
  const typed = text.replaceAll(/[‐‑−]/g, '-');
  const scheme = typed.includes('://') && schemed.exec(typed);
  if (scheme) {
    const address = unwrapped(typed.slice(scheme.index));
    const plain = address.replace(/(:\/\/)(?:\*\.?|\.(?=[^.]))+/, '$1');
    return { text, at, address: plain, ...(plain === address ? {} : { wildcard: true }) };
  }
  if (isEmail(text)) return undefined;
  const name = unnamed(typed);
  const plain = name.replace(wildcards, '');
  if (!isName(plain)) return undefined;
  return { text, at, address: plain, ...(plain === name ? {} : { wildcard: true }) };
}

/** A part of a line. `gap`: the separator before the part. `found`: the candidate in the part, if any. */
interface Part {
  text: string;
  gap: string;
  found: Candidate | undefined;
  /**
   * Whether the part is a word. A name beside a word may be part of a longer text. Numbers, dashes, labels and e-mail
   * addresses do not count as words.
   */
  isWord: boolean;
}

function* partsOf(line: string): Generator<Part> {
  let end = 0;
  for (const { 0: piece, index } of line.matchAll(pieces)) {
    let gap = line.slice(end, index);
    let at = index;
    end = index + piece.length;
    for (const part of piece.split(joint)) {
      const [, sign = '', text = part] = emphasised.exec(part) ?? [];
      const found = candidate(text, at + sign.length);
      yield { text, gap, found, isWord: !found && /\p{L}/u.test(text) && !text.endsWith(':') && !isEmail(text) };
      gap = ',';
      at += part.length + gap.length;
    }
  }
}

const hasWeb = /https?:\/\//i;
/** Matches a separator between words, or between a title and an address. */
const hasTitle = /[|\t]|[\p{L}\p{N}] /u;
/** Matches a separator between the entries of a list, as in JSON. */
const listGap = /^(?=.*\S)[\s,;"'“”„‟«»‹›「」、，；،؛・]*$/su;
const isListGap = (part: Part | undefined) => !part || listGap.test(part.gap);
const isSpace = ({ gap }: Part) => !/\S/.test(gap);

/**
 * Matches abbreviations like `St.Gallen`, `Co.KG` and `ASP.NET` by their capitals. Nobody capitalises a real host in
 * this way.
 */
const abbreviated =
  /^(?:[^./]+\.)+\p{Lu}\p{Ll}+$|^\p{Lu}(?=[^./]*\p{Ll})[^./]*\.\p{Lu}{2,}$|^(?:(?:ADO|ASP|VB)\.NET|CO\.(?:KG|LTD))$/u;

export const isAbbreviated = (text: string): boolean => abbreviated.test(text);

/**
 * Matches a name in which Latin letters touch letters of another script. This happens in languages without spaces, as
 * in `サイトはexample.com`, but is rare in real names.
 */
const joinedScripts = /^[^/?#:]*(?:[a-z](?!\p{scx=Latn})\p{L}|(?!\p{scx=Latn})\p{L}[a-z])/iu;

/** Whether only white space is between a part of a line and a word before or after it. */
const isBesideWord = (part: Part, before: Part | undefined, after: Part | undefined): boolean =>
  (!!before?.isWord && isSpace(part)) || (!!after?.isWord && isSpace(after) && !closing.test(part.text));

/**
 * Returns the candidate in a part of a line, or undefined if there is none. Marks a bare name as doubtful (`words`,
 * `besideAddress`, `isFile`) if its form or the parts beside it raise doubt. `web`: whether the line contains an
 * address. `titled`: whether the addresses in the line have titles.
 */
function judged(
  part: Part,
  before: Part | undefined,
  after: Part | undefined,
  line: { web: boolean; titled: boolean },
) {
  const { text, found } = part;
  if (!found || text.includes('://')) return found;
  if (isAbbreviated(found.text) || joinedScripts.test(found.text)) return { ...found, words: true };
  if (line.web) {
    const isListed = !line.titled && (!before || isListGap(part)) && isListGap(after);
    if (!isListed) return { ...found, besideAddress: true };
  } else if (isBesideWord(part, before, after)) return { ...found, words: true };
  return isMaybeFile(found.address) ? { ...found, isFile: true as const } : found;
}

/**
 * Yields every part of a line that looks like a site. Yields undefined for each other part, so that the caller can
 * pause even within a long line.
 */
export function* candidates(line: string): Generator<Candidate | undefined> {
  if (loneHostOf(line)) return yield { text: line, at: 0, address: line };
  const web = hasWeb.test(line);
  const kind = { web, titled: web && hasTitle.test(line) };
  let before: Part | undefined;
  let last: Part | undefined;
  for (const part of partsOf(line)) {
    if (last) yield judged(last, before, part, kind);
    [before, last] = [last, part];
  }
  if (last) yield judged(last, before, undefined, kind);
}
