export const origin = 'https://api.umami.is';
/** The address of the pages that people open. It accepts no API keys. */
export const pages = 'https://cloud.umami.is';

/**
 * The rate limit that Umami's cloud documents but does not state in its answers: `limit` calls per `window`
 * milliseconds.
 */
export const limit = { limit: 50, window: 15_000 };
