import { isRunnable } from '../tracking/tag.ts';
import type { ServedElement } from './html.ts';

/** What guards a site sends this in place of its page until a browser has proved itself: Anubis, Imperva. */
const guards: Record<string, RegExp> = {
  script: /\/\.within\.website\/x\/cmd\/anubis\//,
  iframe: /\/_Incapsula_Resource\?/,
};

const forwards = /\blocation(?:\.href)?\s*=(?!=)|\blocation\.(?:replace|assign)\s*\(/;
/** A script that does no more than forward its visitors is not longer (characters). */
const maxForward = 2_000;

/** Whether a page only stands where the site's own page will be: a guard's, or one whose only script sends visitors on. */
export function isStandIn(elements: readonly ServedElement[]): boolean {
  const own = elements.filter(({ place }) => place === 'page');
  if (own.some(({ name, attributes }) => guards[name]?.test(attributes.get('src') ?? ''))) return true;
  const scripts = own.filter(
    ({ name, attributes }) => name === 'script' && isRunnable({ type: attributes.get('type') ?? '' }),
  );
  const [only] = scripts;
  return scripts.length === 1 && !!only && only.text.length <= maxForward && forwards.test(only.text);
}
