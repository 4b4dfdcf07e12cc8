export const origin = 'https://api.umami.is';

/** Calls per window (milliseconds), from its documents, because its answers do not state it. */
export const limit = { limit: 50, window: 15_000 };
