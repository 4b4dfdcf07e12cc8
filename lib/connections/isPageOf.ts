/** Whether a page's address is that of a service, or below it. */
export const isPageOf = (page: string, service: string): boolean =>
  `${page.replace(/[?#].*/, '')}/`.startsWith(`${service}/`);
