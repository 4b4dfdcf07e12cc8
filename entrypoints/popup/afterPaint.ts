/** Longer than this nothing waits for a paint that may never be told of (milliseconds). */
const maxDelay = 400;

/** Resolves once the popup has been seen: what wakes the worker or loads more code would take time from its first paint. */
export const afterPaint = new Promise<void>((resolve) => {
  new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
  setTimeout(resolve, maxDelay);
});
