import { useWatched } from '@/components/useWatched.ts';

/** The present time, updated at this interval (milliseconds); never updated if that is undefined. */
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
