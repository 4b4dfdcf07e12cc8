import { hostsOf } from '@/lib/hosts/hostOf.ts';
import type { SiteCheck } from '@/lib/messages/commands.ts';
import type { Website } from '@/lib/services/index.ts';
import { recordsByHost } from '@/lib/websites/record.ts';
import type { Check, Site } from './state.ts';

/** Returns the records that a look-up has found, by host. */
export const recordsIn = ({ matches, related }: SiteCheck): Map<string, Website> =>
  recordsByHost([...matches, ...related]);

/**
 * Returns the record of the host `name` after a look-up. The previous record stays if the look-up was sent before the
 * last write was answered, or if it was for another host and found no record of `name`. If the service registered the
 * previous record under another name (without `www.`), it is recognised by its id.
 */
export function recordAt(
  { record, lastBeforeWrite }: Site,
  { number, host }: Check,
  name: string,
  read: ReturnType<typeof recordsIn>,
): Website | undefined {
  if (lastBeforeWrite >= number || (name !== host && !read.has(name))) return record;
  const isElsewhere = record && !hostsOf(record).includes(name);
  return read.get(name) ?? (isElsewhere ? [...read.values()].find(({ id }) => id === record.id) : undefined);
}
