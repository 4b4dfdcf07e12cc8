/** Returns a page's address without its user, query and fragment, which may contain secrets. */
export const plainAddress = (page: string): string =>
  page.replace(/[?#].*/s, '').replace(/^(https?:\/\/)[^/]*@/i, '$1');

/** Whether a page belongs to a service: its address is the service's address or below it. */
export const isPageOf = (page: string, service: string): boolean => `${plainAddress(page)}/`.startsWith(`${service}/`);
