import { siteOfText } from '../hosts/parse.ts';
import { type Entry, entriesOf, type Line, linesOf, refused, shortened } from './lines.ts';
import { settingsOf } from './settings.ts';

/** Yields the first group of each match of a pattern, with its line number. */
function* found(text: string, pattern: RegExp): Generator<Line> {
  const ends = text.matchAll(/\r\n?|\n/g);
  let end = ends.next();
  let line = 1;
  for (const { 1: value = '', index } of text.matchAll(pattern)) {
    for (; !end.done && end.value.index < index; end = ends.next()) line += 1;
    yield { line, text: value };
  }
}

const isWeb = (address: string) => /^https?:\/\//i.test(address);

/** Decodes `&amp;` and removes CDATA marks, which HTML and XML use to escape addresses. */
const unescaped = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll(/^<!\[CDATA\[|\]\]>$/g, '')
    .trim();

/**
 * Yields one entry for each site among the web addresses, because bookmarks and sitemaps list many pages of one site.
 * Also yields undefined wherever the caller can pause.
 */
function* sitesOf(addresses: Iterable<Line>): Generator<Entry | undefined> {
  const seen = new Set<string>();
  for (const { line, text: written } of addresses) {
    const text = unescaped(written);
    const site = isWeb(text) ? siteOfText(text) : undefined;
    const host = site && 'host' in site ? site.host : '';
    yield site && !seen.has(host) ? { line, text: shortened(text), site } : undefined;
    if (host) seen.add(host);
  }
}

const inTag = /<a\s[^<>]{0,200}?href\s{0,9}=\s{0,9}"([^"<>]{1,4096})"/gi;
const location = /<loc>\s{0,99}([^<>\s]{1,4096}|<!\[CDATA\[[^<>\]]{1,4096}\]\]>)\s{0,99}<\/loc>/g;

/** Matches a line of cPanel's list of a server's domains: `name: user==owner==kind==main domain==folder==address`. */
const cpanelLine = /^([\w.*-]{1,253}): [^=\s]*==[^=\s]*==\w+==/;

function* cpanel(text: string): Generator<Entry | undefined> {
  for (const { line, text: row } of linesOf(text)) yield* entriesOf(cpanelLine.exec(row)?.[1] ?? row, line);
}

/**
 * Matches a record of a DNS zone: `name ttl class type value`. A record that omits the name has the previous record's
 * name.
 */
const record = /^(\S+)?\s+(?:\d+[smhdw]?\s+)?(?:(?:IN|CH|HS)\s+)?(?:\d+\s+)?([A-Z][A-Z\d]{0,9})\s+\S/;
const recordTypes =
  /^(?:A|AAAA|ALIAS|ANAME|CAA|CNAME|DNAME|DNSKEY|DS|HTTPS|MX|NAPTR|NS|PTR|SOA|SRV|SSHFP|SVCB|TLSA|TXT|URI)$/;
const webTypes = /^(?:A|AAAA|ALIAS|ANAME|CNAME|HTTPS)$/;
const typeOf = (row: string): string | undefined => {
  const type = record.exec(row)?.[2];
  return type && recordTypes.test(type) ? type : undefined;
};

/** Yields the lines of a DNS zone, without comments. If a record spans several lines, yields only its first line. */
function* zoneLines(text: string): Generator<Line> {
  let isWithin = false;
  for (const [at, part] of text.split(/\r\n?|\n/).entries()) {
    const row = part.replace(/(^|\s);.*$/, '').trimEnd();
    if (row && !isWithin) yield { line: at + 1, text: row };
    // Ignores brackets in quoted texts.
    const bare = row.replaceAll(/"[^"]*"/g, '');
    if (/\([^)]*$/.test(bare)) isWithin = true;
    else if (bare.includes(')')) isWithin = false;
  }
}

/**
 * Returns the full form of a name in a DNS zone: appends the zone's `origin`, unless the name ends with a dot. Returns
 * '' if the origin is needed but unknown (''). `isWhole`: all names in this zone are full already.
 */
function wholeName(name: string, origin: string, isWhole = false): string {
  if (isWhole || name.endsWith('.')) return name.replace(/\.$/, '');
  return name === '@' || !origin ? origin : `${name}.${origin}`;
}

/**
 * Whether a zone's names are fully qualified although they do not end in a dot, as in lists that people export. This is
 * so if every name contains a dot and the zone states no origin.
 */
function hasWholeNames(text: string): boolean {
  for (const { text: row } of zoneLines(text)) {
    const name = typeOf(row) && record.exec(row)?.[1];
    if (row.startsWith('$ORIGIN') || (name && !name.includes('.'))) return false;
  }
  return true;
}

function* zone(text: string): Generator<Entry | undefined> {
  let origin = /^;+\s*Domain:\s*(\S+?)\.?\s*$/im.exec(text)?.[1] ?? '';
  const areWhole = !origin && hasWholeNames(text);
  /** The full name of the current record. '' if the name is relative and the zone does not state its origin. */
  let owner = '';
  for (const { line, text: row } of zoneLines(text)) {
    if (row.startsWith('$')) {
      const given = /^\$ORIGIN\s+(\S+)/i.exec(row)?.[1];
      origin = given ? wholeName(given, origin) : origin;
      continue;
    }
    const type = typeOf(row);
    const name = record.exec(row)?.[1];
    if (type && name) owner = wholeName(name, origin, areWhole);
    if (type === 'SOA') origin ||= owner;
    yield* recordEntries({ line, text: row.trim() }, type, owner);
  }
}

function* recordEntries({ line, text }: Line, type = '', owner = ''): Generator<Entry | undefined> {
  if (!owner || !webTypes.test(type) || /(^|\.)_/.test(owner)) yield refused(line, text, 'record');
  else for (const entry of entriesOf(owner, line)) yield entry && { ...entry, isService: isService(owner) };
}

/**
 * Whether a name belongs to a machine, such as a mail server, and not to a website. Judged by the part before the first
 * dot.
 */
const isService = (name: string): boolean =>
  /^(?:mail\d*|smtp\d*|imap|pop3?|mx\d*|ns\d*|dns\d*|ftp|sftp|ssh|vpn|autodiscover|autoconfig|cpanel|whm|webdisk|cpcontacts|cpcalendars|mta-sts|lyncdiscover|sip|enterpriseenrollment|enterpriseregistration)\./i.test(
    name,
  );

const ownDomain = /"(?:domain|project)"\s{0,9}:\s{0,9}("(?:[^"\\\r\n]|\\.){1,4096}")/g;

const hasDomain = (one: unknown): one is { domain?: unknown } =>
  typeof one === 'object' && one !== null && ['domain', 'project'].some((name) => Object.hasOwn(one, name));

/**
 * Returns the records of a JSON list if each has a domain or project, as in exports of Waymark and of services. Also
 * accepts a service's answer that contains exactly one such list. Undefined for any other text.
 */
function recordsOf(text: string): { domain?: unknown }[] | undefined {
  if (!/^\s*(?:\[\s*)?\{/.test(text)) return undefined;
  try {
    const given: unknown = JSON.parse(text);
    const [all, ...others] = Array.isArray(given) ? [given] : Object.values(Object(given)).filter(Array.isArray);
    const named = [...text.matchAll(ownDomain)].length;
    return all?.length && !others.length && named === all.length && all.every(hasDomain) ? all : undefined;
  } catch {
    return undefined;
  }
}

function* records(text: string, all: readonly { domain?: unknown }[]): Generator<Entry | undefined> {
  let at = 0;
  for (const { line, text: quoted } of found(text, ownDomain)) {
    const domain: string = JSON.parse(quoted);
    const record = all[at++];
    const settings = record?.domain === domain ? settingsOf(record) : {};
    for (const entry of entriesOf(domain, line)) yield entry && { ...entry, ...settings };
  }
}

/** Whether most of a text's first lines pass a test. Blank lines and comments do not count. */
function isMost(text: string, test: (line: string) => boolean): boolean {
  const lines = text
    .slice(0, 2 ** 16)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() && !/^\s*(?:;|\/\/|#)/.test(line));
  return lines.filter(test).length > lines.length / 2;
}

/**
 * Reads the sites of a text in a format that has sites only in certain places: bookmarks, a sitemap, JSON records,
 * cPanel's list of domains, or a DNS zone. Returns undefined for any other text, such as a list or a table.
 */
export function readFormat(text: string): Generator<Entry | undefined> | undefined {
  // The format in which all browsers export bookmarks.
  if (/^\s*<!doctype netscape-bookmark-file/i.test(text)) return sitesOf(found(text, inTag));
  // Browsers show a sentence above a sitemap, and people copy that sentence, too.
  if (/^\s*(?:[^<>\s][^<>\r\n]{0,299}[\r\n]\s*)?(?:<[?!][^<>]{0,4096}>\s*)*<(?:urlset|sitemapindex)[\s>]/i.test(text))
    return sitesOf(found(text, location));
  const listed = recordsOf(text);
  if (listed) return records(text, listed);
  if (isMost(text, (line) => cpanelLine.test(line))) return cpanel(text);
  if (isMost(text, (line) => typeOf(line) !== undefined || line.startsWith('$'))) return zone(text);
  return undefined;
}
