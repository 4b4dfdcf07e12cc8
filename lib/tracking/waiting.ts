import { withoutWww } from '../hosts/variants.ts';
import type { CodeForms } from '../services/codeForms.ts';
import type { Subject, Tag } from './tag.ts';

/** Matches words that show that code waits for a visitor's consent. */
const consent =
  /consent|tarteaucitron|klaro|orejime|cookies?[-_ ]?(?:accept|banner|notice|law|allow|control|hub|yes|first|man|bot|policy|pref)|gdpr|rgpd|dsgvo|ccpa|opt[-_]?in\b|cmplz|borlabs|axeptio|didomi|onetrust|optanon|usercentrics|iubenda|\b_?on_?accept|__tcfapi|customerPrivacy|consens|zustimm|einwillig/i;
/** Matches calls of Google's consent mode. They are no sign of waiting, because code beside them often runs at once. */
const otherConsent = /gtag\(\s*["']consent["'][^)]{0,400}\)/g;
/**
 * Matches links in the settings of scripts, such as one to the page about cookies. A consent word in such a link does
 * not show that the script waits for consent.
 */
const linkSetting = /["'][\w-]{1,60}["']\s*:\s*["'](?:\/|https?:)[^"']{0,300}["']/g;

/** The hosts of the page and the service. A consent word in their names does not show that code waits. */
type Hosts = Pick<Subject, 'page' | 'serviceUrl'>;

/** Whether a piece of code contains consent words outside the tracker's own settings (`ownConsent`). */
export function waits(text: string, { ownConsent }: CodeForms, { page, serviceUrl }: Hosts): boolean {
  const rest = text
    .replace(otherConsent, '')
    .replace(linkSetting, '')
    .replaceAll(serviceUrl.hostname, '')
    .replaceAll(withoutWww(page?.hostname ?? ''), '');
  return consent.test(ownConsent ? rest.replace(ownConsent, '') : rest);
}

const made = String.raw`(?:async\s*)?(?:function\s*\w{0,60}\s*\([^)]{0,200}\)|\(?[\w\s,]{0,100}\)?\s*=>)`;
/** Matches the beginning of a named function. */
const declaration = new RegExp(
  String.raw`(?:function\s+(\w{1,60})\s*\([^)]{0,200}\)|(?:\b(?:const|let|var)\s+|[\w$\])]\.)(\w{1,60})\s*=\s*${made}|(?<!\w)(\w{1,60})["']?\s*:\s*${made})\s*\{`,
  'g',
);
/** Matches a function that contains no other block. */
const simple = /function\s+(\w{1,60})\s*\([^)]{0,200}\)\s*\{[^{}]*\}/g;
/** Matches the names of functions that browsers and frameworks call on their own. */
const called = /^(?:on(?:load|pageshow|readystatechange)|ready|attach|mounted|init)$/;

/**
 * Matches the beginning of a call or condition that runs code only after a visitor's action, a stored choice, or
 * another script's event.
 */
const awaits = String.raw`(?:EventListener\(\s*(?:["'](?![\w:-]{0,40}(?:load|loaded|ready|readystatechange|pageshow|init|navigated)["'])[\w:.-]{1,60}["']|[\w$.]{1,60})\s*,|\.one?\(\s*["']click["']\s*,|\.click\(|\.onclick\s*=|\bif\s*\((?=[^{};]{0,300}(?:localStorage|sessionStorage|cookie))[^{};]{0,500}\))`;
/** Matches what `awaits` matches, followed by the beginning of a block. */
const condition = new RegExp(`${awaits}[^{};]{0,120}\\{`, 'gi');
/** Matches what `awaits` matches, followed by the name of a function or by a block that contains no other block. */
const waiting = new RegExp(`${awaits}(?:\\s*\\w+\\s*[,)\\n]|[^{};]{0,120}\\{[^{}]*\\}|\\s*\\w+)`, 'gi');

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
  let between = body.slice(0, Math.max(0, body.search(pattern)));
  if (!between) return false;
  // After removing the blocks in between (up to five levels deep), any closing brace that remains closes the match's
  // block.
  for (let depth = 0; depth < 5; depth++) between = between.replace(/\{[^{}]*\}/g, '');
  return !between.includes('}');
}

/**
 * Whether the text has this kind of service's code in a function that nothing calls at once. Calls do not count if they
 * run only later (see `waiting`) or are inside a function that nothing calls. Browsers and frameworks call functions
 * with certain names on their own (see `called`).
 */
function isUncalled(text: string, form: CodeForms): boolean {
  const isUsed = (code: string, name: string) => code.split(new RegExp(`\\b${name}\\b`)).length > 2;
  const rest = text.replace(waiting, '');
  const atOnce = rest.replace(simple, (whole, name: string) => (isUsed(rest, name) ? whole : ''));
  return [...text.matchAll(declaration)].some((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    return !called.test(name) && !isUsed(atOnce, name) && isWithin(text, match, form);
  });
}

const isConditional = (text: string, form: CodeForms): boolean =>
  [...text.matchAll(condition)].some((match) => isWithin(text, match, form));

const isForOtherHost = (text: string, form: CodeForms, host: string | undefined): boolean =>
  host !== undefined &&
  [...text.matchAll(onHost)].some((match) => !match[0].includes(host) && isWithin(text, match, form));

/**
 * Matches HTML line breaks and paragraphs between the statements of a script. Some editors add them, which makes the
 * script fail with a syntax error. Does not match after `}`, because a template may have HTML there.
 */
const htmlBetween = /(?<!&\w{1,10})[;{]\s*(?:<br ?\/?>\n|<\/p>\s*<p>)/;

/**
 * Returns why a piece of code does not run at once, or undefined if it does. `held`: it waits for consent, an action or
 * a stored choice, or runs only on another host. `mentioned`: it is in a function that the piece does not call at once,
 * or has a syntax error.
 */
export function waitingIn(text: string, form: CodeForms, hosts: Hosts): Tag['blocked'] {
  // Code after `else` also depends on the condition, so it is joined to the block before it.
  const joined = text.replace(/\}\s*else\s*\{/g, '');
  if (waits(text, form, hosts) || isConditional(joined, form) || isForOtherHost(text, form, hosts.page?.hostname))
    return 'held';
  return htmlBetween.test(text) || isUncalled(joined, form) ? 'mentioned' : undefined;
}

/** Matches code that ends where a string begins or goes on: after a quote, an escaped line break or a script tag. */
const textBegins = /(?:(?<!\[)["'] *|`\s*|\\[nrt]\s*|<script\b[^<>]*>?\s*)$/i;
/** Matches code that ends within the arguments of a call that runs a text or inserts it into the page. */
const runsText =
  /\b(?:document\.write(?:ln)?|append|prepend|before|after|html|eval|Function|setTimeout|createContextualFragment)\s*\([^;]{0,300}$/;

/**
 * Whether a text has the tracking code only inside a string, such as the value of a setting, and no call runs that
 * string or inserts it into the page.
 */
export function isText(text: string, { isCode }: CodeForms): boolean {
  const at = Math.max(0, text.search(isCode));
  const before = text.slice(Math.max(0, at - 400), at).replace(/(?:\b(?:var|let|const)\s+|\bwindow\.)+$/, '');
  return textBegins.test(before) && !runsText.test(before);
}
