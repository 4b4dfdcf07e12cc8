import { siteOfText } from '../hosts/parse.ts';
import { candidates } from './candidates.ts';
import { type HeaderMeaning, meaningOf } from './headers.ts';
import { isPlaceholder } from './lines.ts';

/** `address`: only web addresses. `name`: bare names, too. `mixed`: either among other words. `other`: neither. */
type CellKind = 'empty' | 'address' | 'name' | 'mixed' | 'other';

/** No address is longer than this, as in `siteOfText`. */
const maxCell = 4096;
const webScheme = /^https?:\/\//i;
const anyScheme = /^[a-z][a-z\d+.-]*:\/\//i;

function kindOf(cell: string): CellKind {
  const text = cell.trim();
  if (!text || isPlaceholder(text)) return 'empty';
  if (text.length > maxCell) return 'other';
  const found = [...candidates(text)];
  const sites = found.flatMap((one) => one?.address ?? []);
  if (!sites.length) return 'other';
  if (sites.length < found.length) return 'mixed';
  if (sites.every((address) => webScheme.test(address)))
    return sites.every((one) => 'host' in siteOfText(one)) ? 'address' : 'mixed';
  // `android://`, `chrome://` and `otpauth://` count neither for nor against the column.
  return sites.some((address) => !webScheme.test(address) && anyScheme.test(address)) ? 'empty' : 'name';
}

/** The endings of most host names. `anna.bell` and `Sun.flower` could be host names, too, but hardly are. */
const knownEnding =
  /\.(?:[a-z]{2}|xn--[a-z\d-]+|\P{ASCII}+|com|net|org|info|biz|edu|gov|mil|int|mobi|pro|app|dev|page|web|website|site|online|store|shop|blog|cloud|tech|xyz|club|live|life|world|agency|studio|digital|media|news|art|design|space|top|eus|cat|berlin|hamburg|koeln|wien|swiss|london|paris|amsterdam|gmbh|example|test|local|localhost|lan|internal|invalid|arpa|onion)\.?(?:[/:?#]|$)/iu;
const isMixedCase = (text: string) => /[a-z]/.test(text) && /[A-Z]/.test(text);
const isPlausible = (cell: string) => knownEnding.test(cell) && !isMixedCase(cell);

/** Of the examined cells of a column, how many hold what. */
interface Figures {
  filled: number;
  /** Web addresses. */
  addresses: number;
  /** Web addresses and bare names. */
  sites: number;
  /** Web addresses, and bare names that look like names of hosts. */
  plausible: number;
  /** Cells with a web address or a bare name in them, alone or among other words. */
  withSites: number;
  /** The first cell that may hold a site, if any does. */
  example: string;
}

function figuresOf(cells: readonly string[]): Figures {
  const figures: Figures = { filled: 0, addresses: 0, sites: 0, plausible: 0, withSites: 0, example: '' };
  for (const cell of cells) {
    const kind = kindOf(cell);
    if (kind === 'empty') continue;
    figures.filled++;
    if (kind === 'other') continue;
    figures.withSites++;
    figures.example ||= cell.trim();
    if (kind === 'mixed') continue;
    figures.sites++;
    if (kind === 'address') figures.addresses++;
    if (kind === 'address' || isPlausible(cell.trim())) figures.plausible++;
  }
  return figures;
}

/** A column of a table that the person can choose. */
export interface Column {
  /** Its index, from 0. */
  at: number;
  /** Its header; '' where the table has none. */
  name: string;
  /** The beginning of the first cell that may hold a site; '' if the column has a header. */
  example: string;
}

/**
 * The columns with the sites, or those from which the person has to choose, or `list` if the text is no table.
 * `isSure`: a header or web addresses prove it. Names with a dot alone do not.
 */
export type Decision = { read: readonly number[]; isSure?: true } | { choose: readonly Column[] } | 'list';

const maxShown = 60;
/** The share of sites in a column that counts as nearly all. */
const most = 0.9;
/** The share of sites in a column that counts as hardly any. A column of names is used only if others have this few. */
const few = 0.25;

/** The examined rows of a table, without the header. */
export interface Sample {
  rows: readonly (readonly string[])[];
  header: readonly string[] | undefined;
  /** How many columns it has. */
  width: number;
  /** Whether every row has the same number of fields. */
  isEven: boolean;
  /** Whether a space follows the separators, as in sentences. */
  isSpaced: boolean;
}

interface JudgedColumn extends HeaderMeaning, Figures {
  at: number;
  name: string;
}

const share = (part: number, { filled }: Figures) => (filled ? part / filled : 0);
const bestNamed = (columns: readonly JudgedColumn[]) =>
  columns.filter(({ rank }) => rank !== undefined).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))[0];

/** Finds a column whose header names sites, if its content does not contradict. */
const byHeader = (columns: readonly JudgedColumn[]) =>
  bestNamed(columns.filter((one) => share(one.sites, one) >= most)) ??
  bestNamed(columns.filter((one) => share(one.withSites, one) >= 0.5));

/**
 * Whether the cells are a list of sites, as people paste it. Columns of bare names in rows of equal length are not,
 * because one of them may hold passwords.
 */
function isListed(columns: readonly JudgedColumn[], { rows, isEven, isSpaced }: Sample): boolean {
  const filled = columns.filter((one) => one.filled);
  if (!filled.every((one) => one.sites === one.filled)) return false;
  return rows.length === 1 || !isEven || isSpaced || filled.every((one) => one.addresses === one.filled);
}

/**
 * Returns the column whose names look like names of hosts, or undefined if there is none, or if another column has many
 * names.
 */
function likelyNames(columns: readonly JudgedColumn[]): JudgedColumn | undefined {
  const [likely, ...rivals] = columns.toSorted((a, b) => share(b.sites, b) - share(a.sites, a));
  const isLikely =
    likely && likely.filled > 1 && share(likely.sites, likely) >= most && share(likely.plausible, likely) >= 0.5;
  return isLikely && rivals.every((one) => share(one.sites, one) <= few) ? likely : undefined;
}

/** Decides by the cells which columns hold the sites, if the header does not tell. */
function byContent(columns: readonly JudgedColumn[], sample: Sample): Decision {
  const { header, rows, width, isEven, isSpaced } = sample;
  const open = columns.filter(({ isSecret }) => !isSecret);
  const things = open.filter(({ isPerson }) => !isPerson);
  const [addressed, ...others] = things.filter((one) => share(one.addresses, one) >= most);
  if (addressed && !others.length && (header || rows.length > 1 || !isSpaced))
    return { read: [addressed.at], isSure: true };
  const named = bestNamed(open);
  if (named && !named.filled && !addressed) return { read: [named.at] };
  const likely = likelyNames(things);
  if (likely) return { read: [likely.at] };
  const possible = open.filter((one) => one.withSites);
  // Sentences have commas, too.
  const isProse = rows.length === 1 || (isSpaced && !addressed && (width < 3 || !isEven));
  if (!header && (!possible.length || isProse)) return 'list';
  if (!possible.length) return { read: named ? [named.at] : [] };
  const choose = possible.map(({ at, name, example }) => ({
    at,
    name: name.slice(0, maxShown),
    example: name ? '' : example.slice(0, maxShown),
  }));
  return { choose };
}

/** Decides from header and content which columns hold the sites. */
export function decideColumns(sample: Sample): Decision {
  const { rows, header, width } = sample;
  const columns = Array.from({ length: width }, (_, at) => ({
    at,
    name: header?.[at]?.trim() ?? '',
    ...meaningOf(header?.[at] ?? ''),
    ...figuresOf(rows.map((fields) => fields[at] ?? '')),
  }));
  const named = byHeader(columns);
  if (named) return { read: [named.at], isSure: true };
  return !header && isListed(columns, sample) ? 'list' : byContent(columns, sample);
}
