import { inputLimits } from '../../util/inputLimits.ts';

/** The allowed values of a list request's parameters, by name. A parameter that is missing here may have any value. */
export type Choices = Readonly<Record<string, readonly (string | number)[]>>;

const maxParameters = 20;
/** The parameters that only Waymark sets. A link from the service cannot change them. */
const ownParameters = ['search', 'search_by', 'sort_by', 'sort', 'per_page'];

const isBounded = (cursor: string) =>
  cursor.length <= inputLimits.cursor && [...new URLSearchParams(cursor)].length <= maxParameters;

/** The shortest secret that is searched for in a link (characters). A shorter one may occur in any link by chance. */
const minSecretLength = 8;

/** A longer link is ignored (characters), because comparing it could take minutes. */
const maxLink = 8192;

const trimmed = (path: string) => path.replace(/\/+$/, '');

/**
 * Returns a cursor for the next page: the query of the request (`asked`), updated with the parameters of the service's
 * link to that page (except `ownParameters`). Returns undefined in these cases:
 * - The link is invalid, or leads to another origin, to another path or to the same page.
 * - The link contains user-info or one of `secrets`.
 * - The link or the cursor is too long, or the cursor has too many parameters.
 */
export function cursorFrom(link: string, asked: URL, secrets: readonly string[]): string | undefined {
  if (link.length > maxLink || !URL.canParse(link, asked.href)) return undefined;
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

/** Whether a text can be a cursor from `cursorFrom`: it is not too long and has only allowed values. */
export function isCursor(cursor: string, choices: Choices): boolean {
  if (!cursor || !isBounded(cursor)) return false;
  return [...new URLSearchParams(cursor)].every(([name, value]) => {
    const allowed = Object.hasOwn(choices, name) ? choices[name] : undefined;
    return !allowed || allowed.map(String).includes(value);
  });
}
