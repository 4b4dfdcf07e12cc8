import { isSame } from '../util/isSame.ts';
import { without } from '../util/without.ts';
import { defaultFields, ownFields, templateFields, type Written } from './fields.ts';
import { initialOf, readFields } from './readParts.ts';
import type { ConnectionAddress, OwnSettings } from './settings.ts';

/**
 * Merges the entries of `wanted` into the list `here`. Each changes an entry of `here`, or is appended if there is none
 * that it may change (`mayBe`). No entry of `here` is changed twice. If there are several that it may change, the first
 * of the `tests` that any of them passes selects that one; if none passes a test, the first of them is changed. Each
 * test is applied to all of `wanted` before the next test. `made`: returns the changed or new entry.
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

/** Whether two connections have the same address. They may still belong to different accounts there. */
export const isAtSame = (one: { analyticsUrl: string }, other: { analyticsUrl: string }) =>
  one.analyticsUrl === other.analyticsUrl;
export const hasSameName = (one: { name?: string }, other: { name?: string }) =>
  one.name !== undefined && one.name === other.name;

/**
 * Makes a new connection, always with a new id. Stored keys are found by id, so with an id from a file, the connection
 * could get another connection's key.
 */
export const newConnection = (analyticsUrl: string): ConnectionAddress => ({
  id: crypto.randomUUID(),
  analyticsUrl,
  account: crypto.randomUUID(),
});

/**
 * Completes the fields of a connection from a file or a policy, so that they can be stored. Values missing in its
 * defaults and templates come from `base` or, if missing there, are the initial values.
 */
export const whole = <T extends Written<typeof ownFields>>({ defaults, templates, ...rest }: T, base: OwnSettings) => ({
  ...rest,
  ...(defaults && { defaults: { ...initialOf(defaultFields), ...base.defaults, ...defaults } }),
  ...(templates && { templates: { ...initialOf(templateFields), ...base.templates, ...templates } }),
});

/**
 * Returns a changed connection (`after`) with its earlier SEO account or, if the SEO address has changed, with a new
 * one. A connection without an SEO address gets no SEO account.
 */
export function withSeoAccount(
  before: ConnectionAddress,
  { seoAccount: _, ...after }: ConnectionAddress,
): ConnectionAddress {
  if (!after.seoUrl) return after;
  const kept = after.seoUrl === before.seoUrl && before.seoAccount;
  return { ...after, seoAccount: kept || crypto.randomUUID() };
}

/**
 * Reads a connection's own settings from a page's message. Keeps an empty `team`, with which the person has chosen that
 * websites belong to the account itself.
 */
export function readOwn(own: OwnSettings): OwnSettings {
  const read = readFields(ownFields, own) ?? {};
  return own.team === '' ? { ...read, team: '' } : read;
}

const ownNames = ['name', 'rules', 'defaults', 'templates'] as const;
const teamNames = ['team', 'teamName'] as const;

/**
 * Replaces a connection's own settings with those in `own`. Removes settings that are empty in `own`. If `own` has no
 * `team`, because the person has made no choice, the connection keeps its team.
 */
export function withOwn<T extends OwnSettings>(one: T, own: OwnSettings | undefined): T {
  if (!own) return one;
  const given = Object.entries(own).filter(([, value]) => value !== undefined && value !== '' && !isSame(value, []));
  const names = [...ownNames, ...('team' in own ? teamNames : [])];
  return { ...(without(one, names) as T), ...Object.fromEntries(given) };
}
