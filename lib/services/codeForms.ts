/** A site that a page's code names, and the servers beside it of which its hits may go to the first or any; as written. */
export interface NamedSite {
  servers: readonly string[];
  site?: string;
  /** The code says that its hits go there, rather than that its script comes from there. */
  isSent?: true;
  /** No more is known than that these addresses stand beside it. */
  isGuess?: true;
}

/** How a kind's tracking code is recognised in any of its forms: escaped, concatenated, in JSON or in attributes. */
export interface CodeForms {
  /** Its own words, as a pattern's source: a piece of a page without any of them says nothing of this kind. */
  marks: string;
  /** What makes a script that names a site its code, rather than settings of some other script. */
  isCode: RegExp;
  /** The sites that a piece of code or data names, whose escapes are undone; `code` is all code of the page. */
  sitesIn(text: string, code: string): readonly NamedSite[];
  /** The server that an address of its own tracking script belongs to. */
  serverOf(script: URL): string | undefined;
  /** The address of its own loader, which decides elsewhere what is counted; with the name that people know it by. */
  container?: { name: string; address: RegExp };
  /** Its own words for consent: code that says them runs, whether or not a visitor consents. */
  ownConsent?: RegExp;
}

const literal = /\s*(?:(["'`])((?:(?!\1)[^\\\n]|\\.){0,400})\1|([\w$.]{1,80})|([+()]))/y;

/** The value that an expression in code has, where it is made of texts and of names that have such a value. */
export function valueIn(expression: string, code: string, depth = 3): string | undefined {
  let value: string | undefined;
  literal.lastIndex = 0;
  for (let at = 0; depth > 0; at = literal.lastIndex) {
    literal.lastIndex = at;
    const [match, , text, name] = literal.exec(expression) ?? [];
    const end = literal.lastIndex;
    if (match === undefined) return value;
    const part = text === undefined ? valueOfName(name ?? '', code, depth - 1) : filled(text, code, depth - 1);
    if (part === undefined) return undefined;
    if (text !== undefined || name !== undefined) value = (value ?? '') + part;
    literal.lastIndex = end;
  }
  return value;
}

/** A text with the values of the names that stand in it, as in `${base}/file`. */
function filled(text: string, code: string, depth: number): string | undefined {
  const parts = text.split(/\$\{([\w$.]{1,80})\}/);
  const values = parts.map((part, at) => (at % 2 ? valueOfName(part, code, depth) : part));
  return values.includes(undefined) ? undefined : values.join('');
}

function valueOfName(name: string, code: string, depth: number): string | undefined {
  if (!name) return '';
  if (/location\.protocol$/.test(name)) return 'https:';
  if (/location\.(host|hostname)$/.test(name)) return undefined;
  if (/^\d{1,9}$/.test(name)) return name;
  const escaped = name.replace(/[$.]/g, '\\$&');
  const given = new RegExp(`(?<![\\w$.])${escaped}["']?\\s*[=:]\\s*(?!=)([^;\\n]{1,400})`).exec(code)?.[1];
  return given === undefined ? undefined : valueIn(given, code, depth);
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
