/** Whether a page's address is a service's, or below it. */
export const isPageOf = (page: string, service: string): boolean =>
  `${page.replace(/[?#].*/, '')}/`.startsWith(`${service}/`);
