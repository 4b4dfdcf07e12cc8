export const origin = 'https://api.umami.is';

/**
 * The rate limit that Umami's cloud documents but does not state in its answers: `limit` calls in `window`
 * milliseconds.
 */
export const limit = { limit: 50, window: 15_000 };
