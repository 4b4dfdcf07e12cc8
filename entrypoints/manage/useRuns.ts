import { useEffect, useState } from 'preact/hooks';

/**
 * Provides abort signals for asynchronous work. `begin` aborts the previous signal and returns a new one. The last
 * signal is aborted when the component is removed.
 */
export function useRuns() {
  const [runs] = useState(() => {
    let last = new AbortController();
    const end = () => last.abort();
    const begin = (): AbortSignal => {
      end();
      last = new AbortController();
      return last.signal;
    };
    return { begin, end };
  });
  useEffect(() => runs.end, [runs]);
  return runs;
}
