import { useEffect, useState } from 'preact/hooks';

/** Makes an object that gives each piece of asynchronous work a signal, and aborts it when the next piece begins. */
function newRuns() {
  let last = new AbortController();
  const end = () => last.abort();
  return {
    /** Aborts the previous signal, and returns a new one. */
    begin: (): AbortSignal => {
      end();
      last = new AbortController();
      return last.signal;
    },
    end,
  };
}

/** Provides the signals of `newRuns`. The present one is also aborted when the component is removed. */
export function useRuns() {
  const [runs] = useState(newRuns);
  useEffect(() => runs.end, [runs]);
  return runs;
}
