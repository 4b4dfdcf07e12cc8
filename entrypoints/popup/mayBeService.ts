/** Whether a page may be one of a service: keys go nowhere else. */
export const mayBeService = (page: string): boolean => /^(https:|http:\/\/(localhost|127\.|\[::1]))/.test(page);
