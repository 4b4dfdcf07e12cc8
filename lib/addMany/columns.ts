import { siteOfText } from '../hosts/parse.ts';
import { candidates } from './candidates.ts';
import { type HeaderMeaning, meaningOf } from './headers.ts';
import { isPlaceholder } from './lines.ts';

/**
 * What a table's cell contains. `address`: only web addresses. `name`: bare names, perhaps with web addresses. `mixed`:
 * addresses or names among other words, or an address without a valid host. `empty`: nothing that
 * shows what the column is for, because the cell is blank or has only a placeholder or an address that is neither http
 * nor https. `other`: no address or name, or too much text.
 */
type CellKind = 'empty' | 'address' | 'name' | 'mixed' | 'other';

/** The longest cell that is examined (characters). No address is longer. */
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
  // An address such as `android://`, `chrome://` or `otpauth://` can be in any kind of column, so its cell proves
  // nothing.
  return sites.some((address) => !webScheme.test(address) && anyScheme.test(address)) ? 'empty' : 'name';
}

/**
 * Matches the endings of most host names. Does not match texts such as `anna.bell` and `Sun.flower`, which could be
 * host names but rarely are.
 */
const knownEnding =
  /\.(?:[a-z]{2}|xn--[a-z\d-]+|\P{ASCII}+|com|net|org|info|biz|edu|gov|mil|int|mobi|pro|app|dev|page|web|website|site|online|store|shop|blog|cloud|tech|xyz|club|live|life|world|agency|studio|digital|media|news|art|design|space|top|eus|cat|berlin|hamburg|koeln|wien|swiss|london|paris|amsterdam|gmbh|example|test|local|localhost|lan|internal|invalid|arpa|onion)\.?(?:[/:?#]|$)/iu;
const isMixedCase = (text: string) => /[a-z]/.test(text) && /[A-Z]/.test(text);
const isPlausible = (cell: string) => knownEnding.test(cell) && !isMixedCase(cell);

/**
 * How many cells of each kind the examined part of a column has. `filled`: all cells except those of the kind `empty`.
 */
interface Figures {
  filled: number;
  /** The number of cells with web addresses only. */
  addresses: number;
  /** The number of cells with web addresses or bare names only. */
  sites: number;
  /** The number of cells with web addresses only, or with bare names that look like host names. */
  plausible: number;
  /** The number of cells that contain a web address or a bare name, alone or among other words. */
  withSites: number;
  /** The first cell that may contain a site, or ''. */
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

/** A column of a table, offered to the person because it may contain the sites. */
export interface Column {
  /** The column's index, from 0. */
  at: number;
  /** The column's header, or '' if the table has no header. */
  name: string;
  /** The beginning of the first cell that may contain a site. '' if the column has a header. */
  example: string;
}

/**
 * Which columns to use. `read`: the columns that contain the sites. `choose`: the person has to choose among these
 * columns. `list`: the text is not a table. `isSure`: the decision is based on web addresses, or on a header above
 * cells with sites, and not only on names with a dot or only on a header.
 */
export type Decision = { read: readonly number[]; isSure?: true } | { choose: readonly Column[] } | 'list';

const maxShown = 60;
/** A column counts as a column of sites if at least this share of its filled cells contains only sites. */
const most = 0.9;
/**
 * A column of bare names is not chosen if more than this share of the filled cells in another column contain only
 * sites.
 */
const mostOfOthers = 0.25;

/** The part of a table that is examined. `rows`: the rows after the header. */
export interface Sample {
  rows: readonly (readonly string[])[];
  header: readonly string[] | undefined;
  /** The number of columns. */
  width: number;
  /** Whether all rows have the same number of fields. */
  isEven: boolean;
  /** Whether spaces follow the separators in most rows, as in sentences. */
  isSpaced: boolean;
}

interface JudgedColumn extends HeaderMeaning, Figures {
  at: number;
  name: string;
}

const share = (part: number, { filled }: Figures) => (filled ? part / filled : 0);
const bestNamed = (columns: readonly JudgedColumn[]) =>
  columns.filter(({ rank }) => rank !== undefined).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))[0];

const isPossible = (one: JudgedColumn) => share(one.withSites, one) >= 0.5;

/**
 * Returns the column whose header best names sites (see `rank`). At least half of its filled cells must contain sites.
 * If the best-named column among those with almost only sites (see `most`) has more of them, returns that one instead.
 * Undefined if no column qualifies, or if the header of another possible column is equally good.
 */
function byHeader(columns: readonly JudgedColumn[]): JudgedColumn | undefined {
  const pure = bestNamed(columns.filter((one) => share(one.sites, one) >= most));
  const possible = columns.filter(isPossible);
  const any = bestNamed(possible);
  const best = pure && any && any.sites < pure.sites ? pure : any;
  return possible.some((one) => one !== best && one.rank === best?.rank) ? undefined : best;
}

/**
 * Whether the text is just a list of sites, not a table. Rows of equal length with several columns of bare names count
 * as a table, because one of the columns may contain passwords.
 */
function isListed(columns: readonly JudgedColumn[], { rows, isEven, isSpaced }: Sample): boolean {
  const filled = columns.filter((one) => one.filled);
  if (!filled.every((one) => one.sites === one.filled)) return false;
  return rows.length === 1 || !isEven || isSpaced || filled.every((one) => one.addresses === one.filled);
}

/**
 * Returns the only column whose cells look like host names without a scheme, such as `shop.example`. Undefined if there
 * is no such column, or if another column also has many such names.
 */
function likelyNames(columns: readonly JudgedColumn[]): JudgedColumn | undefined {
  const [likely, ...rivals] = columns.toSorted((a, b) => share(b.sites, b) - share(a.sites, a));
  const isLikely =
    likely && likely.filled > 1 && share(likely.sites, likely) >= most && share(likely.plausible, likely) >= 0.5;
  return isLikely && rivals.every((one) => share(one.sites, one) <= mostOfOthers) ? likely : undefined;
}

/** Decides which columns contain the sites, mainly by their cells. Used if `byHeader` finds no column. */
function byContent(columns: readonly JudgedColumn[], sample: Sample): Decision {
  const { header, rows, width, isEven, isSpaced } = sample;
  const open = columns.filter(({ isSecret }) => !isSecret);
  const things = open.filter(({ isOther }) => !isOther);
  // If two headers name sites equally well, neither column is preferred for its schemes.
  const [addressed, ...others] = things.filter((one) =>
    one.rank === undefined ? share(one.addresses, one) >= most : isPossible(one),
  );
  if (addressed && !others.length && (header || rows.length > 1 || !isSpaced))
    return { read: [addressed.at], isSure: true };
  const named = bestNamed(open);
  if (named && !named.filled && !addressed) return { read: [named.at] };
  const likely = likelyNames(things);
  if (likely) return { read: [likely.at] };
  const possible = open.filter((one) => one.withSites);
  // The text may be prose, where commas do not separate columns.
  const isProse = rows.length === 1 || (isSpaced && !addressed && (width < 3 || !isEven));
  if (!header && (!possible.length || isProse)) return 'list';
  if (possible.every((one) => one === named)) return { read: named ? [named.at] : [] };
  const choose = possible.map(({ at, name, example }) => ({
    at,
    name: name.slice(0, maxShown),
    example: name ? '' : example.slice(0, maxShown),
  }));
  return { choose };
}

/** Decides which columns contain the sites, by their headers and cells. */
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
