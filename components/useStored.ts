import type { Setting } from '@/lib/storage/settings.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { useWatched } from './useWatched.ts';

/** Returns the stored value of a setting, kept up to date. `first`: the value, if the page has already read it. */
export function useStored<T>(setting: Setting<T>, first: T = setting.fallback): T {
  return useWatched<unknown>((tell) => watchSince(setting, tell, first), [setting, first], first) as T;
}
