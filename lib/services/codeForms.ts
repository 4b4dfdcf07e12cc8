/** A site that a page's code names, and the servers beside it of which its hits may go to the first or any; as written. */
export interface NamedSite {
  servers: readonly string[];
  site?: string;
  /** The code says that its hits go there, rather than that its script comes from there. */
  isSent?: true;
  /** No more is known than that these addresses stand beside it. */
  isGuess?: true;
  /** It is one of several that the code chooses from. */
  isChoice?: true;
  /** The hosts whose visits alone it counts, separated by commas. */
  only?: string;
  /** It counts nothing by itself. */
  isManual?: true;
}

/** How a kind's tracking code is recognised in any of its forms: escaped, concatenated, in JSON or in attributes. */
export interface CodeForms {
  /** Its own words, as a pattern's source: a piece of a page without any of them says nothing of this kind. */
  marks: string;
  /** What makes a script that names a site its code, rather than settings of some other script. */
  isCode: RegExp;
  /** The sites that a piece of code or data names, whose escapes are undone; `elsewhere`: in all code of the page. */
  sitesIn(text: string, elsewhere: Assignments): readonly NamedSite[];
  /** The server that an address of its own tracking script belongs to. */
  serverOf(script: URL): string | undefined;
  /** By which its code names a site, where that is not one of the `marks`. */
  names?: RegExp;
  /** What code has in it that loads this kind's script, if code of it may also wait for a script that is loaded otherwise. */
  loads?: RegExp;
  /** The address of its own loader, which decides elsewhere what is counted; with the name that people know it by. */
  container?: { name: string; address: RegExp };
  /** Its own words for consent, and what it counts: code that says them runs, whether or not a visitor consents. */
  ownConsent?: RegExp;
}

const literal = /\s*(?:(["'`])((?:(?!\1)[^\\\n]|\\.){0,400})\1|([\w$.]{1,80})|([+()]))/y;
const assigned = /(?<![\w$.])([\w$.]{1,80})["']?\s*([=:])\s*(?![=>])/g;

/** Of code, which anybody may write, no more is worked out: values of a name, characters of each, and names and expressions of a piece. */
const maxValues = { count: 8, characters: 500, steps: 200 } as const;

/** What code gives to a name, as it is written. */
export type Assignments = (name: string) => readonly string[];

/** Finds what code gives to its names, after it has been read once. */
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
    // What follows a colon may be a value, or the other case of a condition.
    const found = given.length ? given : keyed.slice(0, 1);
    return found.map((at) => /^[^;\n]{0,400}/.exec(code.slice(at, at + 400))?.[0] ?? '');
  };
}

const bounded = (values: readonly string[]): string[] =>
  [...new Set(values)].filter(({ length }) => length <= maxValues.characters).slice(0, maxValues.count);

/** The texts and names at the beginning of an expression that is made of nothing else. */
function partsOf(expression: string): { quoted?: string | undefined; name?: string | undefined }[] {
  const parts: ReturnType<typeof partsOf> = [];
  literal.lastIndex = 0;
  // A search that finds nothing begins anew the next time.
  for (let match = literal.exec(expression); match; match = literal.exec(expression)) {
    const [, , quoted, name] = match;
    if (quoted !== undefined || name !== undefined) parts.push({ quoted, name });
  }
  return parts;
}

/** Every text that begins and ends with these. */
const followedBy = (starts: readonly string[], ends: readonly string[]): string[] =>
  bounded(starts.flatMap((start) => ends.map((end) => start + end)));

const fixedValue = (name: string): readonly string[] | undefined => {
  if (/location\.protocol$/.test(name)) return ['https:'];
  if (/location\.(host|hostname)$/.test(name)) return [];
  return /^\d{1,9}$/.test(name) ? [name] : undefined;
};

/**
 * The values that an expression in a piece of code may have, where it is made of texts and of names that have such values: more
 * than one where the code gives a name several. Names that the piece does not know are those of the page's other code.
 */
export function valuesIn(text: string, elsewhere: Assignments): (expression: string) => readonly string[] {
  const own = assignmentsIn(text);
  const known = new Map<string, readonly string[]>();
  let left: number = maxValues.steps;

  function ofName(name: string): readonly string[] {
    const told = fixedValue(name) ?? known.get(name);
    if (told || left-- <= 0) return told ?? [];
    // A name that is made of itself has no value.
    known.set(name, []);
    const here = own(name);
    const values = bounded((here.length ? here : elsewhere(name)).flatMap(ofExpression));
    known.set(name, values);
    return values;
  }

  /** A text with the values of the names that stand in it, as in `${base}/file`. */
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

/** Undoes what code is wrapped in: escaped slashes and quotes, percent signs, and the choice of a scheme. */
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

/** Code without its comments; what only may be one, within a text, stays. */
export const withoutComments = (code: string): string =>
  code.replace(/(?<!["'`\w*:./])\/\*[\s\S]*?\*\//g, ' ').replace(/^[^\S\n]*\/\/.*$/gm, '');

/** The same of data, which may also have character references. */
export const plainData = (text: string): string =>
  plainCode(
    text.replace(/&(quot|#0?34|#x22|apos|#0?39|#x27|amp|#0?38);/gi, (_whole, name: string) =>
      /quot|34|x22/i.test(name) ? '"' : /amp|38/.test(name) ? '&' : "'",
    ),
  );

/** The addresses in a text, absolute or without a scheme. */
export const addressesIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w:])(?:https?:)?\/\/[\w-][^\s"'`<>\\)(,;|]{2,300}/gi)].map(([one]) => one);
