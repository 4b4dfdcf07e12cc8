import { isLoopback, parseUrl, shownUrl } from './address.ts';
import type { ScriptFact } from './facts.ts';

/**
 * Why a tag (tracking code on a page) certainly does not run. `noscript`, `template`: it is inside such an element.
 * `unclosed`: its element never ends. `nomodule`: it is only for browsers without modules. `csp`: the page's policy has
 * refused it. `failed`: the server has refused its script.
 */
export type Blocked = 'noscript' | 'template' | 'unclosed' | 'nomodule' | 'csp' | 'failed';
/**
 * Why a tag may not run. `held`: it waits for something, such as consent, a visitor's action or another script.
 * `mixed`: it would load something by http into an https page. `missing`: the browser has not loaded its script.
 * `mentioned`: it has an effect only if other code uses or completes it.
 */
export type Held = 'held' | 'mixed' | 'missing' | 'mentioned';

/**
 * Matches the types of scripts that the browser runs, that a loader runs (`…-text/javascript` is Cloudflare's), or that
 * have already run in a worker (`text/partytown-x`).
 */
const runs =
  /^(|module|(text|application)\/(x-)?(java|ecma)script|text\/(jscript|livescript|javascript1\.\d)|.*-(text|application)\/javascript|.*-module|text\/partytown-x)$/i;

/** Whether the browser itself runs scripts of this type, without another script that loads them. */
const isNative = ({ type }: ScriptFact): boolean =>
  /^(|module|(text|application)\/(x-)?(java|ecma)script)$/i.test(type);

/** Whether a script element contains code. Types such as `application/json` or `text/x-template` mean data. */
export const isRunnable = ({ type }: Pick<ScriptFact, 'type'>): boolean => runs.test(type.trim());

const isInsecure = (url: URL | undefined) => url?.protocol === 'http:' && !isLoopback(url);

/**
 * Whether the page's policy (CSP) has refused the script at `src`, or a hit sent to the service. For an inline script
 * (`src` is ''), also whether it has refused a script of the service, which the inline script may have added.
 */
function isRefused(src: string, service: URL | undefined, refused: readonly string[]): boolean {
  // The scheme is not compared, because code often uses the page's scheme.
  const under = service && `${shownUrl(service)}/`.replace(/^https?:/, '');
  return refused.some(
    (address) =>
      address === src ||
      (!!under && address.replace(/^https?:/, '').startsWith(under) && !(src && /\.m?js$/.test(address))),
  );
}

interface Page {
  page: URL | undefined;
  refused: readonly string[];
}

/** Returns why a tag does not run or may not run; undefined if it runs. `service`: the receiver of its hits. */
export function blockedBy(
  script: ScriptFact,
  service: URL | undefined,
  { page, refused }: Page,
): Blocked | Held | undefined {
  if (script.place !== 'page') return script.place;
  if (script.nomodule) return 'nomodule';
  if (isRefused(script.src, service, refused)) return 'csp';
  if (!isRunnable(script) || (!script.src && !script.text)) return 'held';
  if (page?.protocol === 'https:' && (isInsecure(parseUrl(script.src)) || isInsecure(service))) return 'mixed';
  return isNative(script) ? script.load : undefined;
}
