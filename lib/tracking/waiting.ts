import type { CodeForms } from '../services/codeForms.ts';
import type { Tag } from './tag.ts';

/** Matches words that show that code waits for a visitor's consent. */
const consent =
  /consent|tarteaucitron|klaro|orejime|cookies?[-_ ]?(?:accept|banner|notice|law|allow|control|hub|yes|first|man|bot|policy|pref)|gdpr|rgpd|dsgvo|ccpa|opt[-_]?in\b|cmplz|borlabs|axeptio|didomi|onetrust|optanon|usercentrics|iubenda|\b_?on_?accept/i;
/** Matches calls of Google's consent mode, which are no sign of waiting: code beside such calls often runs at once. */
const otherConsent = /gtag\(\s*["']consent["'][^)]{0,400}\)/g;
/**
 * Matches links in the settings of scripts, such as a link to the page about cookies. A word of consent in such a link
 * does not show that the script waits for consent.
 */
const linkSetting = /["'][\w-]{1,60}["']\s*:\s*["'](?:\/|https?:)[^"']{0,300}["']/g;

/** Whether a piece of code contains words of consent that are not part of the tracker's own settings (`ownConsent`). */
export function waits(text: string, { ownConsent }: CodeForms): boolean {
  const rest = text.replace(otherConsent, '').replace(linkSetting, '');
  return consent.test(ownConsent ? rest.replace(ownConsent, '') : rest);
}

const made = String.raw`(?:async\s*)?(?:function\s*\w{0,60}\s*\([^)]{0,200}\)|\(?[\w\s,]{0,100}\)?\s*=>)`;
/** Matches the beginning of a function that has a name. */
const declaration = new RegExp(
  String.raw`(?:function\s+(\w{1,60})\s*\([^)]{0,200}\)|(?:\b(?:const|let|var)\s+|[\w$\])]\.)(\w{1,60})\s*=\s*${made}|(?<!\w)(\w{1,60})["']?\s*:\s*${made})\s*\{`,
  'g',
);
/** Matches the names of functions that browsers and frameworks call by themselves. */
const called = /^(?:on(?:load|pageshow|readystatechange)|ready|attach|mounted|init)$/;

/**
 * Matches the beginning of code that runs only after a visitor's action, a stored choice, or another script's event.
 */
const condition =
  /(?:addEventListener\(\s*["'](?![\w:-]{0,40}(?:load|loaded|ready|readystatechange|pageshow|init|navigated)["'])[\w:.-]{1,60}["']|\.one?\(\s*["']click["']|\.click\(\s*(?:function|\()|\bif\s*\([^{};]{0,300}(?:localStorage|sessionStorage|cookie)[^{};]{0,200}\))[^{};]{0,120}\{/gi;

/** Matches the beginning of code that runs only on one host. */
const onHost =
  /\bif\s*\([^{};]{0,200}location\.host(?:name)?\s*={2,3}\s*["'][^"']{1,200}["'][^{};]{0,200}\)[^{};]{0,20}\{/g;

/**
 * Whether a match opens a block (`{`) that contains the next tracking code. False if the text names the site or server
 * before the match (see `names` in `CodeForms`), because the tracking code then begins before the block.
 */
function isWithin(text: string, { index, 0: whole }: RegExpExecArray, { marks, names }: CodeForms): boolean {
  const pattern = names ?? new RegExp(marks, 'i');
  if (names?.test(text.slice(0, index))) return false;
  const body = text.slice(index + whole.length);
  const between = body.slice(0, Math.max(0, body.search(pattern)));
  return between !== '' && between.split('{').length >= between.split('}').length;
}

/**
 * Whether the text has the code of this kind of service in a function that nothing calls. The text itself must not call
 * the function, and browsers and frameworks must not call functions of this name by themselves (see `called`).
 */
const isUncalled = (text: string, form: CodeForms): boolean =>
  [...text.matchAll(declaration)].some((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    return !called.test(name) && text.split(new RegExp(`\\b${name}\\b`)).length <= 2 && isWithin(text, match, form);
  });

const isConditional = (text: string, form: CodeForms, host: string | undefined): boolean =>
  [...text.matchAll(condition)].some((match) => isWithin(text, match, form)) ||
  (host !== undefined &&
    [...text.matchAll(onHost)].some((match) => !match[0].includes(host) && isWithin(text, match, form)));

/**
 * Returns why a piece of code does not run at once, or undefined if it does. `held`: the code waits for consent, an
 * action or a stored choice, or runs only on another host. `mentioned`: the code is in a function that the piece does
 * not call.
 */
export function waitingIn(text: string, form: CodeForms, page: URL | undefined): Tag['blocked'] {
  if (waits(text, form) || isConditional(text, form, page?.hostname)) return 'held';
  return isUncalled(text, form) ? 'mentioned' : undefined;
}

/** Matches the end of code if the next text is in a string: after a quote, an escaped line break or a script tag. */
const textBegins = /(?:(?<!\[)["'] *|`\s*|\\[nrt]\s*|<script\b[^<>]*>?\s*)$/i;
/** Matches the end of code if it is a call that inserts the next text into the page, or runs that text. */
const runsText =
  /\b(?:document\.write(?:ln)?|append|prepend|before|after|html|eval|Function|setTimeout|createContextualFragment)\s*\([^;]{0,300}$/;

/**
 * Whether the tracking code in a text is only in a string, such as a setting, and no call runs the string or inserts it
 * into the page.
 */
export function isText(text: string, { isCode }: CodeForms): boolean {
  const at = Math.max(0, text.search(isCode));
  const before = text.slice(Math.max(0, at - 400), at).replace(/(?:\b(?:var|let|const)\s+|\bwindow\.)+$/, '');
  return textBegins.test(before) && !runsText.test(before);
}
