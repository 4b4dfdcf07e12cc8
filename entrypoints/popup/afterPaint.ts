/** The longest wait for a paint (milliseconds). A paint may never be reported, for example in a background tab. */
const maxDelay = 400;

/** Resolves after the first paint. Waking the worker or loading more code any earlier would delay that paint. */
export const afterPaint = new Promise<void>((resolve) => {
  new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
  setTimeout(resolve, maxDelay);
});
