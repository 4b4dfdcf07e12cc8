export const origin = 'https://api.umami.is';

/**
 * The rate limit of Umami's cloud, according to its documents: `limit` calls in a window of `window` milliseconds. The
 * cloud's answers do not state this limit.
 */
export const limit = { limit: 50, window: 15_000 };
