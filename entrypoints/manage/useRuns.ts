import { useEffect, useState } from 'preact/hooks';

/** Makes an object that provides abort signals for asynchronous work. Each new signal aborts the one before. */
function newRuns() {
  let last = new AbortController();
  const end = () => last.abort();
  return {
    begin: (): AbortSignal => {
      end();
      last = new AbortController();
      return last.signal;
    },
    end,
  };
}

/** Provides the signals of `newRuns`. Also aborts the current signal when the component is removed. */
export function useRuns() {
  const [runs] = useState(newRuns);
  useEffect(() => runs.end, [runs]);
  return runs;
}
