import { isLoopback, parseUrl, shownUrl } from './address.ts';
import type { ScriptFact } from './facts.ts';

/** Why a tag cannot run where it is: certain. */
export type Blocked = 'noscript' | 'template' | 'nomodule' | 'csp' | 'failed';
/**
 * Why a tag may not run, or not yet: another script holds it back (for consent, or to load faster), it mixes http into
 * https, or the browser has not loaded it.
 */
export type Held = 'held' | 'mixed' | 'missing';

/** Types that browsers run; `…-text/javascript` is run by Cloudflare's loader, `text/partytown-x` has been run. */
const runs =
  /^(|module|(text|application)\/(x-)?(java|ecma)script|text\/(jscript|livescript|javascript1\.\d)|.*-(text|application)\/javascript|.*-module|text\/partytown-x)$/i;

/** Types that the browser itself runs, rather than another script. */
const isNative = ({ type }: ScriptFact): boolean =>
  /^(|module|(text|application)\/(x-)?(java|ecma)script)$/i.test(type);

/** A script of data is no script: `application/json`, `text/x-template`. */
export const isRunnable = ({ type }: ScriptFact): boolean => runs.test(type.split(';', 1)[0]?.trim() ?? '');

const isInsecure = (url: URL | undefined) => url?.protocol === 'http:' && !isLoopback(url);

/** The page's policy refused the script itself, or the hits it sends to the service. */
function isRefused(src: string, service: URL | undefined, refused: readonly string[]): boolean {
  const under = service && `${shownUrl(service)}/`;
  return refused.some(
    (address) => address === src || (!!under && address.startsWith(under) && !/\.m?js$/.test(address)),
  );
}

interface Surroundings {
  page: URL | undefined;
  refused: readonly string[];
}

/** Why a tag does not run, or undefined. `service` is where it sends its hits. */
export function blockedBy(
  script: ScriptFact,
  service: URL | undefined,
  { page, refused }: Surroundings,
): Blocked | Held | undefined {
  if (script.place !== 'page') return script.place;
  if (script.nomodule) return 'nomodule';
  if (script.src && isRefused(script.src, service, refused)) return 'csp';
  if (!isRunnable(script) || (!script.src && !script.text)) return 'held';
  if (page?.protocol === 'https:' && (isInsecure(parseUrl(script.src)) || isInsecure(service))) return 'mixed';
  return isNative(script) ? script.load : undefined;
}
