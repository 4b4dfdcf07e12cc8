import { useWatched } from '@/components/useWatched.ts';

/** The present time, updated at this interval if there is one (milliseconds). */
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
