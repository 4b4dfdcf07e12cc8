/**
 * A site that a page's code names, and the servers named beside it, as they are written there. The hits may go to any
 * of these servers.
 */
export interface NamedSite {
  servers: readonly string[];
  site?: string;
  /** Whether the code names the servers as receivers of its hits, not only as the source of its script. */
  isSent?: true;
  /** Whether the addresses are merely near the site in the code. */
  isGuess?: true;
  /** Whether the code chooses between this site and others. */
  isChoice?: true;
  /** The only hosts whose visits the code counts, separated by commas. */
  only?: string;
  /** Whether the code counts nothing by itself. */
  isManual?: true;
}

/** How a kind's tracking code is recognised in any of its forms: escaped, concatenated, in JSON or in attributes. */
export interface CodeForms {
  /** Words of the code, as the source of a pattern. A piece of a page without any of them is not code of this kind. */
  marks: string;
  /** Matches a script that is tracking code, but not the settings of some other script. */
  isCode: RegExp;
  /**
   * Returns the sites that a piece of code or data names, after unescaping. `elsewhere`: values from the rest of the
   * page's code.
   */
  sitesIn(text: string, elsewhere: Assignments): readonly NamedSite[];
  /**
   * Returns the server that a tracking script of this kind belongs to, by the script's address, or undefined for other
   * addresses.
   */
  serverOf(script: URL): string | undefined;
  /** Matches where the code names its site or server. If left out, the `marks` are used. */
  names?: RegExp;
  /**
   * Matches code that loads the script of this kind; given only if the code may also wait for a script that is loaded
   * elsewhere.
   */
  loads?: RegExp;
  /**
   * The address of the kind's loader, which decides on the server what is counted, and the name by which people know
   * it.
   */
  container?: { name: string; address: RegExp };
  /**
   * The kind's own words for consent. Code with these words runs whether or not the visitor consents; the tracker
   * itself decides what it counts.
   */
  ownConsent?: RegExp;
}

const literal = /\s*(?:(["'`])((?:(?!\1)[^\\\n]|\\.){0,400})\1|([\w$.]{1,80})|([+()]))/y;
const assigned = /(?<![\w$.])([\w$.]{1,80})["']?\s*([=:])\s*(?![=>])/g;

/**
 * Limits, because anybody may write the code. `count`: values of a name. `characters`: of each value. `steps`: names
 * and expressions that are worked out for a piece of code.
 */
const maxValues = { count: 8, characters: 500, steps: 200 } as const;

/** The expressions that code assigns to a name, as written. */
export type Assignments = (name: string) => readonly string[];

/** Finds the assignments of a piece of code, which is read only once. */
export function assignmentsIn(code: string): Assignments {
  const places = new Map<string, { given: number[]; keyed: number[] }>();
  for (const { 0: whole, 1: name = '', 2: sign, index } of code.matchAll(assigned)) {
    const of = places.get(name) ?? { given: [], keyed: [] };
    places.set(name, of);
    const list = sign === '=' ? of.given : of.keyed;
    if (list.length < maxValues.count) list.push(index + whole.length);
  }
  return (name) => {
    const { given = [], keyed = [] } = places.get(name) ?? {};
    // Text after a colon may be a value, or only the other branch of a condition.
    const found = given.length ? given : keyed.slice(0, 1);
    return found.map((at) => /^[^;\n]{0,400}/.exec(code.slice(at, at + 400))?.[0] ?? '');
  };
}

const bounded = (values: readonly string[]): string[] =>
  [...new Set(values)].filter(({ length }) => length <= maxValues.characters).slice(0, maxValues.count);

/** Returns the texts and names at the beginning of an expression, up to anything that is neither. */
function partsOf(expression: string): { quoted?: string | undefined; name?: string | undefined }[] {
  const parts: ReturnType<typeof partsOf> = [];
  literal.lastIndex = 0;
  // A search that finds nothing resets `lastIndex`, so the next search begins anew.
  for (let match = literal.exec(expression); match; match = literal.exec(expression)) {
    const [, , quoted, name] = match;
    if (quoted !== undefined || name !== undefined) parts.push({ quoted, name });
  }
  return parts;
}

/** Returns every start followed by every end. */
const followedBy = (starts: readonly string[], ends: readonly string[]): string[] =>
  bounded(starts.flatMap((start) => ends.map((end) => start + end)));

const fixedValue = (name: string): readonly string[] | undefined => {
  if (/location\.protocol$/.test(name)) return ['https:'];
  if (/location\.(host|hostname)$/.test(name)) return [];
  return /^\d{1,9}$/.test(name) ? [name] : undefined;
};

/**
 * Returns a function that finds the values that an expression in the code `text` may have. The expression may consist
 * of texts and names. A name that is assigned several times has several values. A name that `text` does not assign is
 * looked up in the page's other code (`elsewhere`).
 */
export function valuesIn(text: string, elsewhere: Assignments): (expression: string) => readonly string[] {
  const own = assignmentsIn(text);
  const known = new Map<string, readonly string[]>();
  let left: number = maxValues.steps;

  function ofName(name: string): readonly string[] {
    const told = fixedValue(name) ?? known.get(name);
    if (told || left-- <= 0) return told ?? [];
    // A name that is defined by itself has no value.
    known.set(name, []);
    const here = own(name);
    const values = bounded((here.length ? here : elsewhere(name)).flatMap(ofExpression));
    known.set(name, values);
    return values;
  }

  /** Returns the values that a text may have. It may contain names, as in `${base}/file`, each with several values. */
  const filled = (template: string): readonly string[] =>
    template
      .split(/\$\{([\w$.]{1,80})\}/)
      .reduce<string[]>((before, part, at) => followedBy(before, at % 2 ? ofName(part) : [part]), ['']);

  function ofExpression(expression: string): readonly string[] {
    const parts = left-- > 0 ? partsOf(expression) : [];
    const values = parts.map(({ quoted, name = '' }) => (quoted === undefined ? ofName(name) : filled(quoted)));
    return values.length ? values.reduce<readonly string[]>(followedBy, ['']) : [];
  }
  return ofExpression;
}

const byScheme =
  /\({0,3} ?\(? ?["'](https?):?["'] ?={2,3} ?[\w.]{1,60} ?\)? ?\? ?(["'][^"'\n]{0,200}["']) ?: ?["'][^"'\n]{0,200}["'] ?\)?/g;

/** Undoes the wrapping of code: escaped slashes and quotes, percent-encoding, and the choice of a scheme. */
export const plainCode = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .replace(/\\{1,8}u00([2-7][\da-f])|\\{1,8}x([2-7][\da-f])/gi, (_whole, unit: string, byte: string) =>
      String.fromCharCode(Number.parseInt(unit ?? byte, 16)),
    )
    .replace(/\\{1,8}(["'/])/g, '$1')
    .replace(/%3a/gi, ':')
    .replace(/%2f/gi, '/')
    .replace(byScheme, '$2');

/** Removes the comments from code. Something inside a text that only looks like a comment stays. */
export const withoutComments = (code: string): string =>
  code.replace(/(?<!["'`\w*:./])\/\*[\s\S]*?\*\//g, ' ').replace(/^[^\S\n]*\/\/.*$/gm, '');

/** Undoes the wrapping of data: like `plainCode`, and also character references (`&quot;`). */
export const plainData = (text: string): string =>
  plainCode(
    text.replace(/&(quot|#0?34|#x22|apos|#0?39|#x27|amp|#0?38);/gi, (_whole, name: string) =>
      /quot|34|x22/i.test(name) ? '"' : /amp|38/.test(name) ? '&' : "'",
    ),
  );

/** Returns the addresses in a text, absolute or without a scheme. */
export const addressesIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w:])(?:https?:)?\/\/[\w-][^\s"'`<>\\)(,;|]{2,300}/gi)].map(([one]) => one);
