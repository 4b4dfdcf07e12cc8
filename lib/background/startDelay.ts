/** How long to wait after the worker's start, so that it first handles the event that started it (milliseconds). */
export const startDelay = 1000;
