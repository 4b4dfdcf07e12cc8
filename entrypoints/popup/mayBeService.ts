/** Whether a page may belong to a service, by the addresses that a key may be sent to. */
export const mayBeService = (page: string): boolean => /^(https:|http:\/\/(localhost|127\.|\[::1]))/.test(page);
