import { useWatched } from '@/components/useWatched.ts';

/** Returns the current time, and renders again every `interval` milliseconds. Never does so without an `interval`. */
export const useNow = (interval: number | undefined): number =>
  useWatched<number>(
    (tell) => {
      if (!interval) return;
      const timer = setInterval(() => tell(Date.now()), interval);
      return () => clearInterval(timer);
    },
    [interval],
    Date.now(),
  );
