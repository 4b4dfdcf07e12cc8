import type { Time } from './clock.ts';
import type { Switches } from './switches.ts';

/** A service's rate limit per minute, and the headers that report it. */
export class Limit {
  #rule: Switches['limit'];
  #clock: Time;
  #began = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(rule: Switches['limit'], clock: Time) {
    this.#rule = rule;
    this.#clock = clock;
  }

  get #ends(): number {
    return this.#began + 60_000;
  }

  /** Counts a request. Returns the refusal if there have been too many. */
  refuse(): { status: number; body: unknown; headers: Record<string, string> } | undefined {
    if (!this.#rule) return undefined;
    if (this.#clock.now >= this.#ends) {
      this.#began = this.#clock.now;
      this.#count = 0;
    }
    if (++this.#count <= this.#rule.most) return undefined;
    return { status: 429, body: { message: 'Too Many Attempts.' }, headers: { ...this.headers(), ...this.#wait() } };
  }

  #wait(): Record<string, string> {
    const left = this.#ends - this.#clock.now;
    const seconds = String(Math.ceil(left / 1000));
    const forms = {
      seconds: { 'retry-after': seconds },
      date: { 'retry-after': new Date(this.#ends + 999).toUTCString() },
      'reset-s': { 'x-ratelimit-reset': seconds },
      'reset-ms': { 'x-ratelimit-reset': String(left) },
      'reset-epoch': { 'x-ratelimit-reset': String(Math.ceil(this.#ends / 1000)) },
      none: {},
    };
    return forms[this.#rule?.header ?? 'none'] as Record<string, string>;
  }

  /** Returns the headers about the limit, which each answer has. */
  headers(): Record<string, string> {
    if (!this.#rule?.told) return {};
    const { most } = this.#rule;
    return { 'x-ratelimit-limit': String(most), 'x-ratelimit-remaining': String(Math.max(0, most - this.#count)) };
  }
}
