import { type Entry, readLines } from '@/lib/addMany/lines.ts';
import { parseEntries } from '@/lib/addMany/preview.ts';
import { publicSuffixOf } from '@/lib/hosts/publicSuffix.ts';
import type { HostChoice } from '@/lib/hosts/variants.ts';

/** Returns entries with the hosts that would be registered for them. */
export const readsOf = (entries: readonly Entry[], choice: HostChoice = 'seen') =>
  [...parseEntries(entries, choice, publicSuffixOf)].filter((read) => read !== undefined);

/** Returns the entries of a list with the hosts that would be registered for them. */
export const reads = (text: string, choice?: HostChoice) =>
  readsOf(
    [...readLines(text)].filter((entry) => entry !== undefined),
    choice,
  );
