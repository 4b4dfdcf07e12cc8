/** Returns a page's address without its query and fragment. */
export const withoutQuery = (page: string): string => page.replace(/[?#].*/s, '');

/** Whether a page belongs to a service: its address is the service's address or below it. */
export const isPageOf = (page: string, service: string): boolean => `${withoutQuery(page)}/`.startsWith(`${service}/`);
