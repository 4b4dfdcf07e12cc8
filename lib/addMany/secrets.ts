import { type HeaderMeaning, isOfRegistry, meaningOf } from './headers.ts';

/**
 * Matches a member of a JSON object whose value is a string. Its groups: the name, the characters in between, and the
 * value.
 */
const member = /"([^"\\\r\n]{1,64})"(\s{0,20}(?::|=>)\s{0,20}")([^"\\\r\n]*(?:\\.[^"\\\r\n]*)*)(?=")/g;
/** Matches a member of a JSON object whose value is a list of strings. */
const listMember = /"([^"\\\r\n]{1,64})"(\s{0,20}:\s{0,20}\[)([^[\]{}]{0,4096})(?=\])/g;
/** Matches a name and its value in the XML of KeePass or in a property list. */
const pair = /<key>([^<>]{1,64})(<\/key>\s{0,20}<(?:value|string)(?:\s[^<>]{0,100})?>)([^<>]*)(?=<)/gi;
/**
 * Matches an element and its text. Does not match `code` in HTML and `key` in property lists, because these names do
 * not mean a secret.
 */
const element = /<(?!(?:code|key)\b)([^\s<>/?!]{1,64})((?:\s[^<>]{0,300})?>(?:<!\[CDATA\[)?)([^<>]*)/gi;
/** Matches a line that begins with a label for the rest of the line, such as `Password: …`. */
const labelled =
  /^([^\S\r\n]{0,20}[-*•・]?[^\S\r\n]{0,20}[*_]{0,2})([\p{L}_][\p{L}\p{M}\p{N} _-]{0,40})(\*{0,2}[^\S\r\n]{0,3}[:=：＝](?!\/\/)[*_]{0,2}[^\S\r\n]{0,20})(?=\S)([^\r\n]+)/gmu;
/** Matches a label and the word or quoted text after it, anywhere in a line: `password: …` or `'password' => '…'`. */
const labelledWord =
  /(?<=[\s,;|([*_'、，；،؛（【])((?:\p{L}[\p{L}\p{M}\p{N}_-]{0,40} ){0,2}\p{L}[\p{L}\p{M}\p{N}_-]{0,40})([*']{0,2}[^\S\r\n]{0,20}[:=：＝]>?(?!\/\/)[*_]{0,2}[^\S\r\n]{0,3})('[^'\r\n]*'|[^\s,;|、，；،؛]+)/gu;

/** Matches the beginning of a cell of an HTML table, up to the end of its first text or a colon. */
const cell = /<t[dh](?:\s[^<>]{0,500})?>(?:\s{0,99}<[^<>]{0,500}>){0,5}\s{0,99}([^<>:]{1,64})/gi;

const leftOut = '…';
const isWeb = (text: string) => /^["']?https?:\/\//i.test(text);

interface Meaning extends HeaderMeaning {
  isOfRegistry: boolean;
}

/**
 * Returns a function like `meaningOf` that caches its results, because a large file repeats the same few names many
 * times.
 */
function lookingOnce(): (name: string) => Meaning {
  const known = new Map<string, Meaning>();
  return (name) => {
    const meaning = known.get(name) ?? { ...meaningOf(name), isOfRegistry: isOfRegistry(name) };
    known.set(name, meaning);
    return meaning;
  };
}

/** Whether a name means passwords, codes or keys, or people or servers rather than sites. */
const isPrivate = ({ rank, isSecret, isOther }: HeaderMeaning) => isSecret || (isOther && rank === undefined);

/** Whether a cell of an HTML table names passwords, codes or keys. If so, other cells of the table may contain them. */
export function hasSecretCell(text: string): boolean {
  const meaning = lookingOnce();
  for (const [, name = ''] of text.matchAll(cell)) if (meaning(name.trim()).isSecret) return true;
  return false;
}

/**
 * Puts `…` in place of values that are labelled as passwords, codes, keys, user names, servers or providers (see
 * `isOfRegistry`), because they may look like sites. Password managers export such values.
 *
 * If JSON or the XML of KeePass contains a secret, only values that are labelled as sites stay. In other XML, an
 * element with such a name loses its text, unless the text is a web address. After such a label at the beginning of a
 * line, the rest of the line is left out, except web addresses (unless the label names a provider). After a label
 * within a line, only the next word or quoted text is left out, and only if the label means passwords, codes or keys.
 */
export function withoutSecrets(text: string): string {
  if (!/[:=>：＝]/.test(text)) return text;
  const meaning = lookingOnce();
  const hasSecretIn = (named: RegExp) => [...text.matchAll(named)].some(([, name = '']) => meaning(name).isSecret);
  const hasSecret = hasSecretIn(member) || hasSecretIn(pair);
  const isLeftOut = (name: string) => {
    const known = meaning(name);
    return known.isOfRegistry || isPrivate(known) || (hasSecret && known.rank === undefined);
  };
  const hide = (value: string) => value.replaceAll(/[^\r\n]+/g, leftOut);
  const withoutValues = (given: string, named: RegExp): string =>
    given.replaceAll(named, (whole, name: string, _between: string, value: string) =>
      value && isLeftOut(name) ? whole.slice(0, whole.length - value.length) + hide(value) : whole,
    );
  return [member, listMember, pair]
    .reduce(withoutValues, text)
    .replaceAll(element, (whole, name: string, mark: string, value: string) =>
      value.trim() && isPrivate(meaning(name)) && !isWeb(value) ? `<${name}${mark}${hide(value)}` : whole,
    )
    .replaceAll(labelled, (whole, start: string, name: string, mark: string, value: string) =>
      meaning(name).isOfRegistry || (isPrivate(meaning(name)) && !isWeb(value)) ? start + name + mark + leftOut : whole,
    )
    .replaceAll(labelledWord, (whole, name: string, mark: string, value: string) =>
      meaning(name).isSecret && !isWeb(value) ? name + mark + leftOut : whole,
    );
}
