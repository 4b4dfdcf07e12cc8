import { isSame } from '../util/isSame.ts';
import { without } from '../util/without.ts';
import { defaultFields, ownFields, templateFields, type Written } from './fields.ts';
import { initialOf, readFields } from './readParts.ts';
import type { ConnectionAddress, OwnSettings } from './settings.ts';

/**
 * Merges wanted entries into the list `here`, and returns the new list. A wanted entry changes one entry of the list,
 * or is appended if it finds none. No two change the same entry. `mayBe`: whether a wanted entry may change an entry at
 * all. `tests`: whether it is meant for that entry; all wanted entries try the first test, then the others try the
 * next, and those that still have none take any that is left. `made`: returns the changed or new entry.
 */
export function into<T, W>(
  here: readonly T[],
  wanted: readonly W[],
  mayBe: (one: W, entry: T) => boolean,
  tests: readonly ((one: W, entry: T) => boolean)[],
  made: (one: W, before: T | undefined) => T,
): T[] {
  const meant = new Map<W, T>();
  const taken = new Set<T>();
  for (const isMeant of [...tests, () => true])
    for (const one of wanted) {
      const entry = here.find((each) => !taken.has(each) && mayBe(one, each) && isMeant(one, each));
      if (!meant.has(one) && entry) meant.set(one, entry) && taken.add(entry);
    }
  const changes = wanted.map((one) => [meant.get(one), made(one, meant.get(one))] as const);
  const after = new Map(changes);
  const added = changes.flatMap(([before, now]) => (before ? [] : [now]));
  return [...here.map((entry) => after.get(entry) ?? entry), ...added];
}

/** Whether two connections have the same address. Further tests distinguish several accounts at one address. */
export const isAtSame = (one: { analyticsUrl: string }, other: { analyticsUrl: string }) =>
  one.analyticsUrl === other.analyticsUrl;
export const hasSameName = (one: { name?: string }, other: { name?: string }) =>
  one.name !== undefined && one.name === other.name;

/** Makes a connection with a new id. Ids name stored keys, so the author of a file must not choose them. */
export const newConnection = (analyticsUrl: string): ConnectionAddress => ({
  id: crypto.randomUUID(),
  analyticsUrl,
  account: crypto.randomUUID(),
});

/**
 * Returns the written fields of a connection in stored form. Its defaults and templates are complete, with values for
 * unwritten fields.
 */
export const whole = <T extends Written<typeof ownFields>>({ defaults, templates, ...rest }: T, base: OwnSettings) => ({
  ...rest,
  ...(defaults && { defaults: { ...initialOf(defaultFields), ...base.defaults, ...defaults } }),
  ...(templates && { templates: { ...initialOf(templateFields), ...base.templates, ...templates } }),
});

/** Gives a connection a new SEO account if its SEO service has changed. */
export function withSeoAccount(
  before: ConnectionAddress,
  { seoAccount: _, ...after }: ConnectionAddress,
): ConnectionAddress {
  if (!after.seoUrl) return after;
  const isKept = after.seoUrl === before.seoUrl && before.seoAccount;
  return { ...after, seoAccount: isKept ? before.seoAccount : crypto.randomUUID() } as ConnectionAddress;
}

/** Reads a connection's own settings, as a page sends them. An empty team means that the person wants none. */
export function readOwn(own: OwnSettings): OwnSettings {
  const read = readFields(ownFields, own) ?? {};
  return own.team === '' ? { ...read, team: '' } : read;
}

const ownNames = ['name', 'rules', 'defaults', 'templates'] as const;
const teamNames = ['team', 'teamName'] as const;

/**
 * Returns a connection with other settings of its own. Empty settings are not stored. Pages of earlier versions send no
 * team.
 */
export function withOwn<T extends OwnSettings>(one: T, own: OwnSettings | undefined): T {
  if (!own) return one;
  const given = Object.entries(own).filter(([, value]) => value !== undefined && value !== '' && !isSame(value, []));
  const names = [...ownNames, ...('team' in own ? teamNames : [])];
  return { ...(without(one, names) as T), ...Object.fromEntries(given) };
}
