import { useWatched } from '@/components/useWatched.ts';

/** Returns the current time, updated every `interval` milliseconds, or never if `interval` is undefined. */
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
