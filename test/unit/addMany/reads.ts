import { expect, test } from 'vitest';
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

/** A row for each text, by what it is: what it is read as. */
export const readsAs =
  (read: (text: string) => Promise<string>) =>
  (rows: Readonly<Record<string, readonly [text: string, expected: string]>>): void =>
    test.each(Object.entries(rows))('%s', async (_name, [text, expected]) => expect(await read(text)).toBe(expected));
