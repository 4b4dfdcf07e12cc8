import { useEffect, useState } from 'preact/hooks';

/** Runs of which only the last counts. */
function newRuns() {
  let last = new AbortController();
  const end = () => last.abort();
  return {
    /** Ends the run before. Returns the signal that ends the next one. */
    begin: (): AbortSignal => {
      end();
      last = new AbortController();
      return last.signal;
    },
    end,
  };
}

/** Runs that end with the component at the latest. */
export function useRuns() {
  const [runs] = useState(newRuns);
  useEffect(() => runs.end, [runs]);
  return runs;
}
