import { inputLimits } from '../../util/inputLimits.ts';

/** The allowed values of those list parameters that have a fixed set. */
export type Choices = Readonly<Record<string, readonly (string | number)[]>>;

const maxParameters = 20;
/** Parameters that only the program sets. Their values in a link are ignored. */
const ownParameters = ['search', 'search_by', 'sort_by', 'sort', 'per_page'];

const isBounded = (cursor: string) =>
  cursor.length <= inputLimits.cursor && [...new URLSearchParams(cursor)].length <= maxParameters;

/** Shorter secrets (characters) are not looked for, because they may occur in any link. */
const minSecretLength = 8;

const trimmed = (path: string) => path.replace(/\/+$/, '');

/**
 * Turns the link to the next page into a cursor: the query of the request (`asked`), with the link's values of all
 * parameters that are not the program's own. Undefined if the link leaves the request's origin or path, contains a user
 * or one of the `secrets`, is too long, or leads to the same page.
 */
export function cursorFrom(link: string, asked: URL, secrets: readonly string[]): string | undefined {
  if (!URL.canParse(link, asked.href)) return undefined;
  const url = new URL(link, asked);
  const isSecret = (part: string) =>
    secrets.some((secret) => secret.length >= minSecretLength && part.includes(secret));
  if (url.origin !== asked.origin || trimmed(url.pathname) !== trimmed(asked.pathname)) return undefined;
  if (url.username || url.password || [...url.searchParams].flat().some(isSecret)) return undefined;
  const query = new URLSearchParams(asked.search);
  const before = query.toString();
  for (const [name, value] of url.searchParams) if (!ownParameters.includes(name)) query.set(name, value);
  const cursor = query.toString();
  return cursor !== before && isBounded(cursor) ? cursor : undefined;
}

/** Whether a cursor from a caller could be one of ours: bounded, and with allowed values only. */
export function isCursor(cursor: string, choices: Choices): boolean {
  if (!cursor || !isBounded(cursor)) return false;
  return [...new URLSearchParams(cursor)].every(([name, value]) => {
    const allowed = Object.hasOwn(choices, name) ? choices[name] : undefined;
    return !allowed || allowed.map(String).includes(value);
  });
}
