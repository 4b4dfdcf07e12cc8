import { useEffect, useState } from 'preact/hooks';

/** Starts runs of which only the last one counts. */
function newRuns() {
  let last = new AbortController();
  const end = () => last.abort();
  return {
    /** Ends the run before. Returns the signal that will end the new run. */
    begin: (): AbortSignal => {
      end();
      last = new AbortController();
      return last.signal;
    },
    end,
  };
}

/** Starts runs that end with the component at the latest. */
export function useRuns() {
  const [runs] = useState(newRuns);
  useEffect(() => runs.end, [runs]);
  return runs;
}
