/** Whether a page belongs to a service: its address is the service's address or below it. */
export const isPageOf = (page: string, service: string): boolean =>
  `${page.replace(/[?#].*/, '')}/`.startsWith(`${service}/`);
