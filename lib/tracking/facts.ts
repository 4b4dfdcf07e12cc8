import { isRecord } from '../util/isRecord.ts';
import { maxPieces, type Piece, type ScriptPlace } from './pieces.ts';

/** What the scan has found out about one script element of a page. Every field is cut to a maximum length. */
export interface ScriptFact {
  /** The script's absolute address, without query and fragment. Empty for an inline script. */
  src: string;
  id: string;
  /** The `type` attribute as written. Empty for an ordinary script. */
  type: string;
  /** The element's `data-` attributes, and those of the wanted names that occur in inline code, each with its value. */
  data: readonly (readonly [name: string, value: string])[];
  /**
   * The part of an inline script around the service's host, or its beginning if the host does not occur. White space is
   * collapsed.
   */
  text: string;
  place: ScriptPlace;
  /** Whether the script is meant only for browsers without modules (`nomodule`). */
  nomodule: boolean;
  /**
   * Why the script did not load or run. `missing`: the browser never began to load it or, for an inline script, to load
   * the script that it adds. On a downloaded page, `missing` means that the page's policy may refuse one of these two
   * scripts. `failed`: the server refused it. `csp`: the page's policy refuses this inline script. Undefined if the
   * script was loaded, or if that is unknown.
   */
  load?: 'missing' | 'failed' | 'csp';
}

/**
 * Why the facts about a page are incomplete. `loading`: the page is still loading or, if it was downloaded, its end did
 * not arrive. `many`: it has too many scripts, or is too long. `frames`: it consists of frames. `stuck`: it does not
 * answer.
 */
export type PartialView = 'loading' | 'many' | 'frames' | 'stuck';

/** The facts about an open page (see `readPageFacts` and `readPieces`) or a downloaded page (see `servedFacts`). */
export interface PageFacts {
  /** The page's origin, or 'null' if it has none or did not answer. */
  page: string;
  partial?: PartialView;
  doNotTrack: boolean;
  /** Set if the page is open in a tab, so that its scripts have run. */
  hasRun?: true;
  /** Whether the page's policy upgrades http requests to https. */
  isUpgraded?: true;
  scripts: readonly ScriptFact[];
  /** Pieces of the page's code and data that name the service, or contain a sign of tracking code (`formMarks`). */
  pieces?: readonly Piece[];
  /**
   * Addresses that the page's own policy (CSP) refuses, without query and fragment. For an open page, the browser has
   * reported them.
   */
  refused: readonly string[];
}

/**
 * Limits on the data taken from a page. `characters`: the maximum length of each text. The others are maximum numbers
 * of entries: `data` per script, `scripts` and `refused` per page.
 */
export const maxFacts = { scripts: 500, characters: 200, data: 20, refused: 50 } as const;

const places = ['page', 'noscript', 'template', 'unclosed'] as const;

const pieceLoads = ['missing', 'csp'] as const;

const boundedText = (value: unknown) => (typeof value === 'string' ? value.slice(0, maxFacts.characters) : '');
const arrayOf = (value: unknown, length: number): unknown[] => (Array.isArray(value) ? value.slice(0, length) : []);
const oneOfWords = <T extends string>(value: unknown, allowed: readonly T[]): T | undefined =>
  allowed.find((one) => one === value);

function parseData(value: unknown): ScriptFact['data'] {
  return arrayOf(value, maxFacts.data).flatMap((entry) => {
    const [name, content] = arrayOf(entry, 2);
    return typeof name === 'string' && typeof content === 'string'
      ? [[boundedText(name), boundedText(content)] as const]
      : [];
  });
}

function parseScript(value: unknown): ScriptFact[] {
  if (!isRecord(value)) return [];
  const place = oneOfWords(value.place, places);
  const load = oneOfWords(value.load, ['missing', 'failed', 'csp']);
  if (!place) return [];
  return [
    {
      src: boundedText(value.src),
      id: boundedText(value.id),
      type: boundedText(value.type),
      data: parseData(value.data),
      text: boundedText(value.text),
      place,
      nomodule: value.nomodule === true,
      ...(load ? { load } : {}),
    },
  ];
}

/** Maps the `key` of each inline script to its `load` value. A script's pieces have the same `key` (see scan.ts). */
const loadsIn = (scripts: readonly unknown[]): Map<unknown, Piece['load']> =>
  new Map(
    scripts.flatMap((script) =>
      isRecord(script) && typeof script.key === 'string'
        ? [[script.key, oneOfWords(script.load, pieceLoads)] as const]
        : [],
    ),
  );

function parsePieces(value: unknown, scripts: readonly unknown[]): Piece[] {
  const loads = loadsIn(scripts);
  let left: number = maxPieces.all;
  return arrayOf(value, maxPieces.count).flatMap((one) => {
    const place = isRecord(one) ? oneOfWords(one.place, places) : undefined;
    if (!isRecord(one) || typeof one.text !== 'string' || !place || left <= 0) return [];
    const load = oneOfWords(one.load, pieceLoads) ?? loads.get(one.key);
    const text = one.text.slice(0, Math.min(left, maxPieces.piece * 2));
    left -= text.length;
    const isData = one.isData === true ? { isData: true as const } : {};
    return { text, type: boundedText(one.type), place, ...isData, ...(load && !one.isData ? { load } : {}) };
  });
}

/**
 * Checks the data that the scan of a page returned, and cuts it to the limits, because a page cannot be trusted.
 * Returns undefined if `value` does not come from a scan. `pieces`: the page's pieces, if `value` does not contain
 * them.
 */
export function parseFacts(value: unknown, pieces?: unknown): PageFacts | undefined {
  if (!isRecord(value) || typeof value.page !== 'string' || !Array.isArray(value.scripts)) return undefined;
  const tooMany = value.scripts.length > maxFacts.scripts ? 'many' : undefined;
  const partial = oneOfWords(value.partial, ['loading', 'many', 'frames']) ?? tooMany;
  return {
    page: boundedText(value.page),
    ...(partial ? { partial } : {}),
    doNotTrack: value.doNotTrack === true,
    ...(value.hasRun === true ? { hasRun: true as const } : {}),
    ...(value.isUpgraded === true ? { isUpgraded: true as const } : {}),
    scripts: arrayOf(value.scripts, maxFacts.scripts).flatMap(parseScript),
    pieces: parsePieces(pieces ?? value.pieces, value.scripts),
    refused: arrayOf(value.refused, maxFacts.refused).map(boundedText).filter(Boolean),
  };
}
