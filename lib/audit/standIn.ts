import { isRunnable } from '../tracking/tag.ts';
import type { ServedElement } from './html.ts';

/**
 * For an element's name: matches the address by which a page of a protection service (Anubis, Imperva) is recognised.
 * Such a page is sent in place of the site's own until the browser has proved itself.
 */
const guards: Record<string, RegExp> = {
  script: /\/\.within\.website\/x\/cmd\/anubis\//,
  iframe: /\/_Incapsula_Resource\?/,
};

const forwards = /\blocation(?:\.href)?\s*=(?!=)|\blocation\.(?:replace|assign)\s*\(/;
/** The longest script that is taken to do nothing but forward visitors (characters). */
const maxForward = 2_000;

/**
 * Whether a page only stands in for the site's own page: it is from a protection service, or its only script forwards
 * visitors.
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
