import { useWatched } from '@/components/useWatched.ts';

/** Returns the present time, and renders again every `interval` milliseconds, or never if that is undefined. */
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
