/** Whether a page belongs to a service: the page's address is the service's address or lies below it. */
export const isPageOf = (page: string, service: string): boolean =>
  `${page.replace(/[?#].*/, '')}/`.startsWith(`${service}/`);
