/** Returns a page's address without user-info, query and fragment, which may contain secrets. */
export const plainAddress = (page: string): string =>
  page.replace(/[?#].*/s, '').replace(/^(https?:\/\/)[^/]*@/i, '$1');

/** Whether a page belongs to a service: its address is, or is below, the service's address. */
export const isPageOf = (page: string, service: string): boolean => `${plainAddress(page)}/`.startsWith(`${service}/`);
