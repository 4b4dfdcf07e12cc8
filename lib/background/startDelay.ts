/** Leaves time to handle the event that started the worker (milliseconds). */
export const startDelay = 1000;
