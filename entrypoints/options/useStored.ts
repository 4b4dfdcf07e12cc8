import { useEffect, useState } from 'preact/hooks';
import type { Setting } from '@/lib/storage/settings.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { isSame } from '@/lib/util/isSame.ts';

/** What a setting holds, kept up to date. `first`: what the page has read of it before. */
export function useStored<T>(setting: Setting<T>, first: T = setting.fallback): T {
  const [value, setValue] = useState(first);
  useEffect(() => watchSince(setting, setValue, (now) => isSame(now, first)), [setting, first]);
  return value;
}
