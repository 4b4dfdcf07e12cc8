import { useWatched } from '@/components/useWatched.ts';
import { parseAddress } from '@/lib/connections/address.ts';
import { isPageOf } from '@/lib/connections/isPageOf.ts';
import type { Connections } from '@/lib/storage/settings.ts';
import { listenTo } from '@/lib/util/listenTo.ts';

/** The views of the settings page. The hash of its URL names the view. */
export type Route = { is: 'home' } | { is: 'import' } | { is: 'connection'; id?: string };

const connectionHash = /^#connection\/([\w-]{1,64})$/;

/** Returns the view that a URL hash names. An unknown hash names the first view. */
export function routeOf(hash: string): Route {
  if (hash === '#new') return { is: 'connection' };
  if (hash === '#import') return { is: 'import' };
  const [, id] = connectionHash.exec(hash) ?? [];
  return id === undefined ? { is: 'home' } : { is: 'connection', id };
}

export const homeHash = '#';
export const hashOf = (id: string): string => `#connection/${id}`;

/** Opens another view. The browser's Back button returns to this one. */
export const go = (hash: string): void => location.assign(hash);

/**
 * Returns the page whose service the popup offered to connect, and the connection that has this service already, if any
 * (`of`). Undefined if the popup offered none. `search`: the query of the settings page's URL.
 */
export function offeredPage(search: string, { list }: Connections) {
  const page = new URLSearchParams(search).get('connect') ?? '';
  const address = parseAddress(page);
  if ('refused' in address) return undefined;
  return { page, of: list.find(({ analyticsUrl }) => isPageOf(address.url, analyticsUrl)) };
}

/** Whether a view stays even though the URL's hash has changed. */
type Stays = (event: HashChangeEvent) => boolean;
const held = new Set<Stays>();

/**
 * Lets a view prevent a change to another view, until the returned function is called. The view cannot use its own
 * `hashchange` listener for this, because that might run after the listener of `useRoute`.
 */
export function holdView(stays: Stays): () => void {
  held.add(stays);
  return () => void held.delete(stays);
}

/** Whether any view prevents this change of the hash (see `holdView`). */
export const isHeld = (event: HashChangeEvent): boolean => [...held].some((stays) => stays(event));

/** Returns the view that the URL hash names, also after Back and Forward. */
export function useRoute(): Route {
  const hash = useWatched(
    (tell) =>
      listenTo<HashChangeEvent>(globalThis, 'hashchange', (event) => {
        if (isHeld(event)) return;
        // Removes the popup's offer (see `offeredPage`) from the URL, so that the next view does not show it again.
        if (location.search) history.replaceState(null, '', `${location.pathname}${location.hash}`);
        tell(location.hash);
      }),
    [],
    location.hash,
  );
  return routeOf(hash);
}
