/**
 * The longest wait for the first paint (milliseconds). Some pages, such as one in a background tab, may never report a
 * paint.
 */
const maxDelay = 400;

/**
 * Resolves after the first paint, at the latest after `maxDelay`. Waking the worker or loading more code any earlier
 * would delay that paint.
 */
export const afterPaint = new Promise<void>((resolve) => {
  new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
  setTimeout(resolve, maxDelay);
});
