/**
 * A site that a page's code names, and the servers that may receive the code's hits. `site`: the site's id in the
 * service. Undefined if the code names only servers.
 */
export interface NamedSite {
  servers: readonly string[];
  site?: string;
  /** Set if the code names the servers as receivers of its hits. Otherwise, the servers may only deliver the script. */
  isSent?: true;
  /** Set if the only link between the servers and the site is that both occur in the same code. */
  isGuess?: true;
  /** Set if only a key such as `siteId` suggests that the value is a site. It may mean something else. */
  isKeyed?: true;
  /** Set if nothing but the key `websiteId` is typical of the kind. A chat or a website builder may have such a key. */
  isBare?: boolean;
  /**
   * Set if the site is an unfilled placeholder of a template. Scripts may still fill it in, unless this code already
   * runs as it is.
   */
  isUnfilled?: true;
  /** Set if the code chooses between several sites or servers, and so may use others than `site` and `servers`. */
  isChoice?: true;
  /** Set if the code gives the site to the page's default tracker, which all code on the page uses. */
  isShared?: true;
  /** The only hosts on which the code counts visits, separated by commas. If left out, it counts on all hosts. */
  only?: string;
  /** Set if the code counts visits only when other code on the page calls it. */
  isManual?: true;
}

/**
 * How to recognise the tracking code of one kind of service, even if it is escaped, concatenated, in JSON or in
 * attributes.
 */
export interface CodeForms {
  /** The source of a regular expression that matches in all code of this kind. */
  marks: string;
  /** Matches a script that is tracking code itself, not one that only has settings for another script. */
  isCode: RegExp;
  /**
   * Returns the sites that a piece of code or data names. `text`: the piece, unescaped. `elsewhere`: finds the
   * expressions that other code on the page assigns to a name.
   */
  sitesIn(text: string, elsewhere: Assignments): readonly NamedSite[];
  /**
   * Returns the server of a tracking script, judged by the script's address. Undefined if the address does not show
   * that the script is a tracking script of this kind.
   */
  serverOf(script: URL): string | undefined;
  /** Matches the address of a script of this kind that names the site but counts nothing. */
  beside?: RegExp;
  /**
   * Set if the script reads its own attributes through `document.currentScript`. As a module, it has no such attributes
   * and counts nothing.
   */
  readsItself?: true;
  /** Matches the place where the code names its site or server. If left out, `marks` is used instead. */
  names?: RegExp;
  /** Matches code that counts a page view. Such code may be inline even if all other code is loaded from a file. */
  counts?: RegExp;
  /** Matches code that itself loads the script of this kind. Left out if all code of this kind does so. */
  loads?: RegExp;
  /**
   * The script of the kind's tag manager. What it counts is decided on the server. `name`: the tag manager's name.
   * `address`: matches the script's address.
   */
  container?: { name: string; address: RegExp };
  /**
   * Matches the kind's own consent settings. Code with such a setting does not wait for consent: it always runs, and
   * the tracker decides what it counts before the visitor consents.
   */
  ownConsent?: RegExp;
}

const literal = /\s*(?:(["'`])((?:(?!\1)[^\\\n]|\\.){0,400})\1|([\w$.]{1,80})|([+()]))/y;
const assigned = /(?<![\w$.])([\w$.]{1,80})["']?\s*([=:])\s*(?![=>])/g;

/**
 * Limits for evaluating a page's code. `count`: values for a name. `characters`: in a value. `steps`: evaluated names
 * and expressions in a piece of code.
 */
const maxValues = { count: 8, characters: 500, steps: 200 } as const;

/** Returns the source texts of the expressions that some code assigns to a name. */
export type Assignments = (name: string) => readonly string[];

/** Returns a function that finds the expressions that this code assigns to a name. The code is searched only once. */
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
    // A name before a colon may be a key with its value, or part of a condition. So if no `=` assigns a value, the
    // first value after a colon counts; otherwise, none of them does.
    const found = given.length ? given : keyed.slice(0, 1);
    return found.map((at) => /^[^;\n]{0,400}/.exec(code.slice(at, at + 400))?.[0] ?? '');
  };
}

const bounded = (values: readonly string[]): string[] =>
  [...new Set(values)].filter(({ length }) => length <= maxValues.characters).slice(0, maxValues.count);

/**
 * Splits the beginning of an expression into quoted texts and names. Stops where anything but `+` and brackets stands
 * between them.
 */
function partsOf(expression: string): { quoted?: string | undefined; name?: string | undefined }[] {
  const parts: ReturnType<typeof partsOf> = [];
  literal.lastIndex = 0;
  // Each match begins where the last one ended, because `literal` is sticky.
  for (let match = literal.exec(expression); match; match = literal.exec(expression)) {
    const [, , quoted, name] = match;
    if (quoted !== undefined || name !== undefined) parts.push({ quoted, name });
  }
  return parts;
}

const followedBy = (starts: readonly string[], ends: readonly string[]): string[] =>
  bounded(starts.flatMap((start) => ends.map((end) => start + end)));

const fixedValue = (name: string): readonly string[] | undefined => {
  if (/location\.protocol$/.test(name)) return ['https:'];
  if (/location\.(host|hostname)$/.test(name)) return [];
  return /^\d{1,9}$/.test(name) ? [name] : undefined;
};

/**
 * Returns a function that finds the possible values of an expression of strings and names. A name has every value that
 * this code assigns to it. If this code assigns none, other code on the page is searched (`elsewhere`).
 */
export function valuesIn(text: string, elsewhere: Assignments): (expression: string) => readonly string[] {
  const own = assignmentsIn(text);
  const known = new Map<string, readonly string[]>();
  let left: number = maxValues.steps;

  function ofName(name: string): readonly string[] {
    const told = fixedValue(name) ?? known.get(name);
    if (told || left-- <= 0) return told ?? [];
    // A name has no value while it is being evaluated, so a name defined by itself causes no endless loop.
    known.set(name, []);
    const here = own(name);
    const values = bounded((here.length ? here : elsewhere(name)).flatMap(ofExpression));
    known.set(name, values);
    return values;
  }

  /** Returns the possible values of a quoted text such as `${base}/file`. A name in it may have several values. */
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

/**
 * Converts code to a plain form. Slashes, quotes and other ASCII characters are not escaped, `%3A` and `%2F` become `:`
 * and `/`, and of an expression that chooses between two texts by the page's scheme, only the first text stays.
 */
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

/**
 * Removes the comments from code, including code in a string (with `\n` as line breaks). Keeps text that only looks
 * like a comment, such as an address.
 */
export const withoutComments = (code: string): string =>
  code
    .replace(/(?<!["'`\w*:./])\/\*[\s\S]*?\*\//g, ' ')
    .replace(/(?:^[^\S\n]*\/\/|(?<=[;{}])(?:[^\S\n]+\/\/|\/\/(?=[^\S\n]))).*?(?=\\n|$)/gm, '');

/** Converts data to a plain form, as `plainCode` does. Also replaces character references (`&quot;`). */
export const plainData = (text: string): string =>
  plainCode(
    text.replace(/&(quot|#0?34|#x22|apos|#0?39|#x27|amp|#0?38);/gi, (_whole, name: string) =>
      /quot|34|x22/i.test(name) ? '"' : /amp|38/.test(name) ? '&' : "'",
    ),
  );

/** Returns the addresses in a text, absolute or without a scheme. */
export const addressesIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w:])(?:https?:)?\/\/[\w-][^\s"'`<>\\)(,;|]{2,300}/gi)].map(([one]) => one);
