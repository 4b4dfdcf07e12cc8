import { useEffect, useState } from 'preact/hooks';

/** Makes the object that starts runs. Each run ends the one before. */
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

/** Provides runs, each of which ends the one before. The last one ends with the component. */
export function useRuns() {
  const [runs] = useState(newRuns);
  useEffect(() => runs.end, [runs]);
  return runs;
}
