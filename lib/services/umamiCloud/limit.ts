export const origin = 'https://api.umami.is';

/** As its documents say: calls in a window (milliseconds). Its answers do not tell. */
export const limit = { limit: 50, window: 15_000 };
