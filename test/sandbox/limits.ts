import { json } from './replies.ts';
import type { Reply } from './types.ts';

export interface RateLimit {
  limit: number;
  windowMs: number;
}

/** Counts requests in fixed windows, as Laravel's throttle does. Each answer reports the count. */
export function openLimits() {
  let started = 0;
  let used = 0;
  return {
    reset: () => {
      started = 0;
      used = 0;
    },
    /** Returns the headers of each answer, and the 429 that replaces the answer once the window is used up. */
    count: ({ limit, windowMs }: RateLimit): { headers: Record<string, string>; refusal?: Reply } => {
      const at = Date.now();
      if (at - started >= windowMs) {
        started = at;
        used = 0;
      }
      used += 1;
      const headers = {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(Math.max(0, limit - used)),
        'x-ratelimit-reset': String(Math.ceil((started + windowMs) / 1000)),
      };
      if (used <= limit) return { headers };
      const wait = String(Math.max(1, Math.ceil((started + windowMs - at) / 1000)));
      return { headers, refusal: json(429, { message: 'Too Many Attempts.' }, { ...headers, 'retry-after': wait }) };
    },
  };
}
