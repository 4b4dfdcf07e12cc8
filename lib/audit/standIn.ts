import { isRunnable } from '../tracking/blocked.ts';
import type { ServedElement, ServedPage } from './html.ts';

/**
 * Matches signs that a script belongs to a page of a protection service (Anubis, Hostinger, Cloudflare, Vercel,
 * DDoS-Guard, DataDome, Fastly, Bunny, Imunify360, LiteSpeed). Such a service sends its own page instead of the site's
 * until the browser has passed a check.
 */
const guards = {
  src: /\/\.within\.website\/x\/cmd\/anubis\/|\/hcdn-cgi\/jschallenge|\/cdn-cgi\/challenge-platform\/[\w/]{1,20}\/orchestrate\/|\/\.well-known\/(?:vercel\/security|ddos-guard)\/|\.captcha-delivery\.com\/|\/_fs-ch-\w|\/\.bunny-shield\/assets\/shield-challenge/,
  text: /\b(?:wsidchk|lsrecaptcha)-form\b/,
};

/** Whether a script belongs to a page of a protection service. */
export const isGuard = ({ src, text }: { src: string; text: string }): boolean =>
  guards.src.test(src) || guards.text.test(text);

/** Whether a frame belongs to a protection service. Imperva's is recognised by its address, Akamai's by its id. */
const isGuardFrame = ({ attributes }: ServedElement): boolean =>
  attributes.get('id') === 'sec-cpt-if' || /\/_Incapsula_Resource\?/.test(attributes.get('src') ?? '');

/** Matches code that forwards visitors to another page, reloads the page, or submits a form. */
const forwards =
  /\blocation(?:\.(?:href|pathname))?\s*=(?!=)|\blocation\.(?:replace|assign|reload)\s*\(|\.submit\s*\(\s*\)/;
/**
 * The maximum length of a script that only forwards visitors, and of the text that its page shows meanwhile
 * (characters). A longer script probably does more, and a page with more text is probably the site's own.
 */
const maxForward = { script: 2_000, page: 300 };

/**
 * Whether a page only stands in for the site's own page. It does if it comes from a protection service, or if it shows
 * little text and has a short script that forwards visitors (see `forwards`).
 */
export function isStandIn({ elements, visibleCharacters }: Omit<ServedPage, 'cut'>): boolean {
  const own = elements.filter(({ place }) => place === 'page');
  if (own.some((element) => element.name === 'iframe' && isGuardFrame(element))) return true;
  const scripts = own.filter(
    ({ name, attributes }) => name === 'script' && isRunnable({ type: attributes.get('type') ?? '' }),
  );
  if (scripts.some(({ attributes, text }) => isGuard({ src: attributes.get('src') ?? '', text }))) return true;
  const codes = [
    ...scripts.map(({ text }) => text),
    ...own.flatMap(({ attributes }) => attributes.get('onload') ?? []),
  ];
  return (
    visibleCharacters < maxForward.page && codes.some((code) => code.length <= maxForward.script && forwards.test(code))
  );
}
