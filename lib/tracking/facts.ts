/** One script element of a page; every field is cut to a maximum length. */
export interface ScriptFact {
  /** Where it is loaded from, absolute, without query and fragment; empty for an inline script. */
  src: string;
  id: string;
  /** As written; empty for ordinary scripts. */
  type: string;
  data: readonly (readonly [name: string, value: string])[];
  /** Part of an inline script, around the service's host name if it is there; white space collapsed. */
  text: string;
  place: ScriptPlace;
  /** Only for browsers without modules. */
  nomodule: boolean;
  /**
   * missing: the browser never started to load it, or what it is to load. failed: the server refused it. csp: inline, and the
   * page's policy refuses it. Undefined: loaded, or unknown.
   */
  load?: 'missing' | 'failed' | 'csp';
}

/** `unclosed`: its element never ends, so it is not run. */
export type ScriptPlace = 'page' | 'noscript' | 'template' | 'unclosed';

/** Why not all of the page was seen: it is still loading, has too many scripts, or is made of frames. */
export type PartialView = 'loading' | 'many' | 'frames';

/** What `lib/tracking/scan.ts` saw of a page. */
export interface PageFacts {
  /** The page's origin. */
  page: string;
  partial?: PartialView;
  /** This browser asks not to be tracked. */
  doNotTrack: boolean;
  scripts: readonly ScriptFact[];
  /** Addresses that the page's own policy (CSP) refused, as the browser reported them, without query and fragment. */
  refused: readonly string[];
}

/** Limits on what is taken from a page: entries, and characters per field. */
export const maxFacts = { scripts: 500, characters: 200, data: 20, refused: 50 } as const;

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
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
  if (!isPlainObject(value)) return [];
  const place = oneOfWords(value.place, ['page', 'noscript', 'template', 'unclosed']);
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

/** Validates what a page returned and cuts it to the limits: it is untrusted. Undefined if it is not a scan. */
export function parseFacts(value: unknown): PageFacts | undefined {
  if (!isPlainObject(value) || typeof value.page !== 'string' || !Array.isArray(value.scripts)) return undefined;
  const tooMany = value.scripts.length > maxFacts.scripts ? 'many' : undefined;
  const partial = oneOfWords(value.partial, ['loading', 'many', 'frames']) ?? tooMany;
  return {
    page: boundedText(value.page),
    ...(partial ? { partial } : {}),
    doNotTrack: value.doNotTrack === true,
    scripts: arrayOf(value.scripts, maxFacts.scripts).flatMap(parseScript),
    refused: arrayOf(value.refused, maxFacts.refused).map(boundedText).filter(Boolean),
  };
}
