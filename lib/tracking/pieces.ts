import { escapeRegExp } from '../util/escapeRegExp.ts';
import { firstMatches } from '../util/firstMatches.ts';

/** Where a script stands. `unclosed`: its element never ends, so browsers do not run it. */
export type ScriptPlace = 'page' | 'noscript' | 'template' | 'unclosed';

/** A piece of a page's code or data that names the service, or holds words of a known kind's code. */
export interface Piece {
  text: string;
  /** The type of the script that contains the piece; empty for other elements. */
  type: string;
  place: ScriptPlace;
  /** Whether the piece is made of an element's attributes, not of code. */
  isData?: true;
  load?: 'missing' | 'csp';
}

/**
 * Limits: the number of pieces of a page; the characters of one piece and of all; the characters read before and after
 * a word.
 */
export const maxPieces = { count: 100, piece: 6_000, all: 100_000, before: 400, after: 1_200 } as const;

/** Attributes that never bring code. */
export const inertAttribute =
  /^(href|content|title|alt|placeholder|aria-.*|cite|action|value|class|id|name|for|download|ping)$/;
/** Links that load something before a script asks for it. */
export const earlyLink = /\b(preload|modulepreload|prefetch|preconnect|dns-prefetch)\b/i;

// The next two functions and the two patterns above repeat code of scanPieces.ts, which runs inside the page and must
// not use anything from outside.

/** Returns the code inside a `data:` or `javascript:` address. */
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
 * Returns the text around the words to find, in the order of `text`, or '' if `text` has none of these words. If that
 * is too much text, matches of the first pattern are preferred.
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

/** Returns the words to find: the service's host, and those of the known kinds. */
export const soughtWords = (host: string, marks: string): RegExp[] => [
  new RegExp(escapeRegExp(host), 'gi'),
  new RegExp(marks, 'gi'),
];
