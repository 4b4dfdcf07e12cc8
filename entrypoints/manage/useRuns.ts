import { useEffect, useState } from 'preact/hooks';

/** Provides abort signals for asynchronous work. Each aborts the one before; removing the component aborts the last. */
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
