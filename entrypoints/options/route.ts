import { useWatched } from '@/components/useWatched.ts';
import { parseAddress } from '@/lib/connections/address.ts';
import { isPageOf } from '@/lib/connections/isPageOf.ts';
import type { Connections } from '@/lib/storage/settings.ts';
import { listenTo } from '@/lib/util/listenTo.ts';

/** The views of the page. The part of its address after the # names the view. */
export type Route = { is: 'home' } | { is: 'import' } | { is: 'connection'; id?: string };

const connectionHash = /^#connection\/([\w-]{1,64})$/;

/** Returns the view that an address names. Unknown names mean the first view. */
export function routeOf(hash: string): Route {
  if (hash === '#new') return { is: 'connection' };
  if (hash === '#import') return { is: 'import' };
  const [, id] = connectionHash.exec(hash) ?? [];
  return id === undefined ? { is: 'home' } : { is: 'connection', id };
}

export const homeHash = '#';
export const hashOf = (id: string): string => `#connection/${id}`;

/** Opens another view. Back returns to this one. */
export const go = (hash: string): void => location.assign(hash);

/**
 * Returns the page whose service the popup offered to connect, and the connection (`of`) that the page belongs to, if
 * any. Undefined without such a page.
 */
export function offeredPage(search: string, { list }: Connections) {
  const page = new URLSearchParams(search).get('connect') ?? '';
  const address = parseAddress(page);
  if ('refused' in address) return undefined;
  return { page, of: list.find(({ analyticsUrl }) => isPageOf(address.url, analyticsUrl)) };
}

/** Decides whether the present view stays although the address has changed. */
type Stays = (event: HashChangeEvent) => boolean;
const held = new Set<Stays>();

/**
 * Lets a view decide whether another one may be shown, until the returned function is called. A listener of the view's
 * own might run too late: browsers call a window's listeners in the order in which they were added.
 */
export function holdView(stays: Stays): () => void {
  held.add(stays);
  return () => void held.delete(stays);
}

/** Whether the present view stays although the address names another view by now. */
export const isHeld = (event: HashChangeEvent): boolean => [...held].some((stays) => stays(event));

/** Returns the view that the address names. Back and Forward change the address, too. */
export function useRoute(): Route {
  const hash = useWatched(
    (tell) =>
      listenTo<HashChangeEvent>(globalThis, 'hashchange', (event) => {
        if (isHeld(event)) return;
        // The page is offered only once, not again in the next view.
        if (location.search) history.replaceState(null, '', `${location.pathname}${location.hash}`);
        tell(location.hash);
      }),
    [],
    location.hash,
  );
  return routeOf(hash);
}
