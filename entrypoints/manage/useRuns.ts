import { useEffect, useState } from 'preact/hooks';

/** Makes the object that begins runs of asynchronous work. Each new run ends the run before. */
function newRuns() {
  let last = new AbortController();
  const end = () => last.abort();
  return {
    /** Begins a run, and ends the run before. Returns the signal that is aborted when the new run ends. */
    begin: (): AbortSignal => {
      end();
      last = new AbortController();
      return last.signal;
    },
    end,
  };
}

/** Provides runs of asynchronous work (see `newRuns`). When the component is removed, the last run ends, too. */
export function useRuns() {
  const [runs] = useState(newRuns);
  useEffect(() => runs.end, [runs]);
  return runs;
}
