export const origin = 'https://api.umami.is';

/**
 * The rate limit of Umami's cloud, according to its documents: `limit` calls in a window of `window` milliseconds. Its
 * answers do not state it.
 */
export const limit = { limit: 50, window: 15_000 };
