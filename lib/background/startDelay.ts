/** Leaves time for the event that started the worker (milliseconds). */
export const startDelay = 1000;
