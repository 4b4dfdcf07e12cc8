import { setTimeout as sleep } from 'node:timers/promises';

/** A time (milliseconds), or an event of the test. */
export type Delay = number | Promise<unknown>;

export const passed = (delay: Delay = 0): Promise<unknown> => (typeof delay === 'number' ? sleep(delay) : delay);
