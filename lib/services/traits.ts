import { analyticsV1 } from './analyticsV1/traits.ts';
import { matomo } from './matomo/traits.ts';
import type { Privacy, Traits } from './types.ts';
import { umami } from './umami/traits.ts';
import { umamiCloud } from './umamiCloud/traits.ts';
import { type FieldName, fieldNames } from './websiteFields.ts';

/**
 * What each kind of service can do. Pages import this file, so it must not import zod; the code that sends requests is
 * in `kinds.ts`.
 */
export const traits = { analyticsV1, umami, umamiCloud, matomo } satisfies Record<string, Traits>;

/** The name of a kind of service. */
export type Kind = keyof typeof traits;

/** The kind of a connection without `kind`. */
export const defaultKind: Kind = 'analyticsV1';

export const isKind = (value: unknown): value is Kind => typeof value === 'string' && Object.hasOwn(traits, value);

export const traitsOf = (kind: Kind = defaultKind): Traits => traits[kind];

/**
 * Returns the traits of the list's first connection, but only the privacy modes and settings that all connections have.
 */
export function sharedTraits(list: readonly { kind?: Kind }[]): Traits {
  const [first = traitsOf(), ...rest] = list.map(({ kind }) => traitsOf(kind));
  return {
    ...first,
    privacy: first.privacy.filter((one) => rest.every(({ privacy }) => privacy.includes(one))),
    settings: first.settings.filter((one) => rest.every(({ settings }) => settings.includes(one))),
  };
}

type Written = { privacy?: Privacy | undefined; password?: string | undefined; team?: string | undefined } & {
  [F in FieldName]?: unknown;
};

/**
 * Returns the names of those input fields that a kind of service lacks. This includes `privacy` if the kind lacks the
 * given privacy mode.
 */
export function lacking(kind: Kind, fields: Written): (keyof Written)[] {
  const { privacy, settings, teams } = traitsOf(kind);
  const has: readonly unknown[] = [...settings, privacy.includes(2) && 'password', teams && 'team'];
  const names = ['privacy', 'password', 'team', ...fieldNames] as const;
  return names.filter((name) => {
    const value = fields[name];
    return value !== undefined && !(name === 'privacy' ? privacy.some((mode) => mode === value) : has.includes(name));
  });
}

/**
 * Removes the fields that this kind of service lacks from an input. A privacy mode that it lacks becomes private (1),
 * if the kind has that mode.
 */
export function fitted<T extends Written>(kind: Kind | undefined, fields: T): T {
  const without = new Set<string>(lacking(kind ?? defaultKind, fields));
  const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => !without.has(name))) as T;
  return without.has('privacy') && traitsOf(kind).privacy.includes(1) ? { ...kept, privacy: 1 } : kept;
}
