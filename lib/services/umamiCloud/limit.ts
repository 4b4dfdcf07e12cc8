export const origin = 'https://api.umami.is';

/**
 * How many calls the cloud allows in a window, and how long a window lasts (milliseconds), according to its documents.
 * Its answers do not state this.
 */
export const limit = { limit: 50, window: 15_000 };
