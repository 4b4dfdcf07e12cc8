export const origin = 'https://api.umami.is';

/** How many calls the cloud allows in one window (milliseconds), by its documents; its answers do not state it. */
export const limit = { limit: 50, window: 15_000 };
