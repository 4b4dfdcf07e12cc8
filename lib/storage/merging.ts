import { defaultFields, type ownFields, templateFields, type Written } from './fields.ts';
import { initialOf } from './readParts.ts';
import type { ConnectionAddress, OwnSettings } from './settings.ts';

interface Addressed {
  analyticsUrl: string;
}

/**
 * Matches each wanted connection with one that is here: with the same address, none twice, first by the first test for all of
 * them, then by the next, and finally with any that is left.
 */
export function paired<W extends Addressed, H extends Addressed>(
  wanted: readonly W[],
  here: readonly H[],
  ...tests: ((one: W, other: H) => boolean)[]
): Map<W, H> {
  const pairs = new Map<W, H>();
  const taken = new Set<H>();
  for (const isMeant of [...tests, () => true])
    for (const one of wanted) {
      if (pairs.has(one)) continue;
      const isFree = (other: H) => other.analyticsUrl === one.analyticsUrl && !taken.has(other);
      const other = here.find((each) => isFree(each) && isMeant(one, each));
      if (other) taken.add(other) && pairs.set(one, other);
    }
  return pairs;
}

/** Entries of `here` become what the wanted ones that mean them make of them; other wanted ones are appended. */
export function into<T, F>(
  here: readonly T[],
  wanted: readonly F[],
  meant: (one: F) => T | undefined,
  made: (one: F, before: T | undefined) => T,
): T[] {
  const after = new Map<T | F, T>(wanted.map((one) => [meant(one) ?? one, made(one, meant(one))]));
  return [...here.map((one) => after.get(one) ?? one), ...wanted.flatMap((one) => after.get(one) ?? [])];
}

/** Gets a new id, because ids name stored keys, and the author of a file must not choose them. */
export const newConnection = (analyticsUrl: string): ConnectionAddress => ({
  id: crypto.randomUUID(),
  analyticsUrl,
  account: crypto.randomUUID(),
});

/** The written fields of a connection as they are stored: of its own defaults and templates all, not only the written ones. */
export const whole = <T extends Written<typeof ownFields>>({ defaults, templates, ...rest }: T, base: OwnSettings) => ({
  ...rest,
  ...(defaults && { defaults: { ...initialOf(defaultFields), ...base.defaults, ...defaults } }),
  ...(templates && { templates: { ...initialOf(templateFields), ...base.templates, ...templates } }),
});

/** Another SEO service needs a new account. */
export function withSeoAccount(
  before: ConnectionAddress,
  { seoAccount: _, ...after }: ConnectionAddress,
): ConnectionAddress {
  if (!after.seoUrl) return after;
  const isKept = after.seoUrl === before.seoUrl && before.seoAccount;
  return { ...after, seoAccount: isKept ? before.seoAccount : crypto.randomUUID() } as ConnectionAddress;
}
