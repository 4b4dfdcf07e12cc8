import { useEffect, useState } from 'preact/hooks';
import type { Setting } from '@/lib/storage/settings.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { isSame } from '@/lib/util/isSame.ts';

/** The value of a setting, kept up to date. `first`: the value that the page has already read. */
export function useStored<T>(setting: Setting<T>, first: T = setting.fallback): T {
  const [value, setValue] = useState(first);
  useEffect(() => watchSince(setting, setValue, (now) => isSame(now, first)), [setting, first]);
  return value;
}
