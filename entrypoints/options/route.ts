import { useEffect, useState } from 'preact/hooks';
import { parseAddress } from '@/lib/connections/address.ts';
import { isPageOf } from '@/lib/connections/isPageOf.ts';
import type { Connections } from '@/lib/storage/settings.ts';

/** The views of the page; the part of its address after the # names one. */
export type Route = { is: 'home' } | { is: 'import' } | { is: 'connection'; id?: string };

const connectionHash = /^#connection\/([\w-]{1,64})$/;

/** What an address names; anything else is the first view. */
export function routeOf(hash: string): Route {
  if (hash === '#new') return { is: 'connection' };
  if (hash === '#import') return { is: 'import' };
  const [, id] = connectionHash.exec(hash) ?? [];
  return id === undefined ? { is: 'home' } : { is: 'connection', id };
}

export const homeHash = '#';
export const hashOf = (id: string): string => `#connection/${id}`;

/** Opens another view; Back leads here again. */
export const go = (hash: string): void => location.assign(hash);

/** The page over which the popup was opened to connect its service, and the connection that it is of, if there is one. */
export function offeredPage(search: string, { list }: Connections) {
  const page = new URLSearchParams(search).get('connect') ?? '';
  const address = parseAddress(page);
  if ('refused' in address) return undefined;
  return { page, of: list.find(({ analyticsUrl }) => isPageOf(address.url, analyticsUrl)) };
}

/** Says whether what is shown stays, although the address has changed. */
type Stays = (event: HashChangeEvent) => boolean;
const held = new Set<Stays>();

/**
 * Has a view asked before another one is shown. A listener of its own might be called too late: browsers call those of a
 * window in the order in which they were added, captured or not.
 */
export function holdView(stays: Stays): () => void {
  held.add(stays);
  return () => void held.delete(stays);
}

export const isHeld = (event: HashChangeEvent): boolean => [...held].some((stays) => stays(event));

/** The view that the address names. Back and Forward change the address, too. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = (event: HashChangeEvent) => {
      if (isHeld(event)) return;
      // The page to be connected was offered once, and is not offered in the next view.
      if (location.search) history.replaceState(null, '', `${location.pathname}${location.hash}`);
      setHash(location.hash);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return routeOf(hash);
}
