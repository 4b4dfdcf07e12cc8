export const origin = 'https://api.umami.is';
/** The address of the pages that people open. It does not take API keys. */
export const pages = 'https://cloud.umami.is';

/**
 * The rate limit that Umami's cloud documents but does not state in its answers: `limit` calls in `window`
 * milliseconds.
 */
export const limit = { limit: 50, window: 15_000 };
