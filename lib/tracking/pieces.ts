import { escapeRegExp } from '../util/escapeRegExp.ts';
import { firstMatches } from '../util/firstMatches.ts';

/**
 * Where a script is in the page. `noscript`, `template`: inside such an element. `unclosed`: the script's element never
 * ends, so browsers do not run it. `page`: anywhere else.
 */
export type ScriptPlace = 'page' | 'noscript' | 'template' | 'unclosed';

/** A piece of a page's code or data that names the service or contains a sign of tracking code (`formMarks`). */
export interface Piece {
  text: string;
  /** The `type` of the script element that contains the piece. Empty for other elements. */
  type: string;
  place: ScriptPlace;
  /**
   * Set if the piece does not run as it stands: it consists of attributes, or of code in an attribute like `data-src`.
   */
  isData?: true;
  /** Why the script did not load or run (see `load` in `ScriptFact`). Only for the code of inline scripts. */
  load?: 'missing' | 'csp';
}

/**
 * Limits on the pieces of a page. `count`: how many pieces. The others count characters: `piece` in one piece, `all` in
 * all pieces together, `before` and `after` around a matched word.
 */
export const maxPieces = { count: 100, piece: 6_000, all: 100_000, before: 400, after: 1_200 } as const;

/** Matches the names of attributes that never contain code. */
export const inertAttribute =
  /^(href|content|title|alt|placeholder|aria-.*|cite|action|value|class|id|name|for|download|ping)$/;
/** Matches the `rel` of links that load something before a script asks for it. */
export const earlyLink = /\b(preload|modulepreload|prefetch|preconnect|dns-prefetch)\b/i;

// The next two functions and the two patterns above repeat code from scanPieces.ts, which runs inside the page and
// cannot use anything from this file.

/**
 * Returns the JavaScript code in a `data:` address. Returns '' for other addresses, and if the code cannot be decoded.
 */
export function codeInAddress(address: string): string {
  const [, coded, text = ''] =
    /^data:(?:text|application)\/(?:x-)?javascript[^,]{0,60}?(;base64)?,(.*)$/is.exec(address) ?? [];
  try {
    return coded ? atob(text.slice(0, 40_000)) : decodeURIComponent(text.slice(0, 40_000));
  } catch {
    return '';
  }
}

/**
 * Returns the parts of a text around the words that match `sought`, or '' if there are none. Returns a short text
 * whole. If a long text has too many matches, returns those of the first patterns in `sought`.
 */
export function pieceOf(text: string, sought: readonly RegExp[]): string {
  if (!sought.some((one) => text.search(one) >= 0)) return '';
  if (text.length <= maxPieces.piece) return text;
  const spans: [from: number, to: number][] = [];
  let length = 0;
  for (const { index } of sought.flatMap((pattern) => firstMatches(text, pattern, 50))) {
    if (length > maxPieces.piece) break;
    const from = Math.max(0, index - maxPieces.before);
    const last = spans.find(([start, end]) => from >= start && from <= end);
    const to = index + maxPieces.after;
    length += last ? Math.max(0, to - last[1]) : to - from;
    if (last) last[1] = Math.max(last[1], to);
    else spans.push([from, to]);
  }
  spans.sort(([one], [two]) => one - two);
  const pieces = spans.map(([from, to]) => text.slice(from, to));
  return pieces.join('\n').slice(0, maxPieces.piece * 2);
}

/**
 * Returns the patterns to look for in a page: the service's host, and words that mark tracking code. `marks`: the
 * source of a regular expression for these words.
 */
export const soughtWords = (host: string, marks: string): RegExp[] => [
  new RegExp(escapeRegExp(host), 'gi'),
  new RegExp(marks, 'gi'),
];
