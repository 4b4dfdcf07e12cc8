import { isRunnable } from '../tracking/tag.ts';
import type { ServedElement } from './html.ts';

/** Marks of protection services, which send a page of their own until a browser has proved itself: Anubis, Imperva. */
const guards: Record<string, RegExp> = {
  script: /\/\.within\.website\/x\/cmd\/anubis\//,
  iframe: /\/_Incapsula_Resource\?/,
};

const forwards = /\blocation(?:\.href)?\s*=(?!=)|\blocation\.(?:replace|assign)\s*\(/;
/** The longest script that may do nothing but forward visitors (characters). */
const maxForward = 2_000;

/**
 * Whether a page is only a placeholder for the site's own page: a page of a protection service, or a page whose only
 * script forwards visitors.
 */
export function isStandIn(elements: readonly ServedElement[]): boolean {
  const own = elements.filter(({ place }) => place === 'page');
  if (own.some(({ name, attributes }) => guards[name]?.test(attributes.get('src') ?? ''))) return true;
  const scripts = own.filter(
    ({ name, attributes }) => name === 'script' && isRunnable({ type: attributes.get('type') ?? '' }),
  );
  const [only] = scripts;
  return scripts.length === 1 && !!only && only.text.length <= maxForward && forwards.test(only.text);
}
