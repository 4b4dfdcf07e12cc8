import { isPageOf } from '@/lib/connections/isPageOf.ts';
import type { PopupStart } from '../load.ts';

/** Whether a page may belong to a service, by the addresses that a key may be sent to. */
const mayBeService = (page: string): boolean => /^(https:|http:\/\/(localhost|127\.|\[::1]))/.test(page);

/** The address of the tab's page, if that may belong to a service that is not connected yet. */
export const connectable = ({ url, connections }: Pick<PopupStart, 'url' | 'connections'>): string | undefined =>
  mayBeService(url) && !connections.list.some(({ analyticsUrl }) => isPageOf(url, analyticsUrl)) ? url : undefined;
