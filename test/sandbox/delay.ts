import { setTimeout as sleep } from 'node:timers/promises';

/** A time (milliseconds), or a promise of the test that ends the delay when it resolves. */
export type Delay = number | Promise<unknown>;

export const passed = (delay: Delay = 0): Promise<unknown> => (typeof delay === 'number' ? sleep(delay) : delay);
