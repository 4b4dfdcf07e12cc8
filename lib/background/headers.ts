import { originOf } from '../connections/address.ts';
import type { HeaderStatus, Keep } from '../messages/commands.ts';
import { ApiError } from '../services/index.ts';
import { forgetKey, type StoredSecret, saveKey, secretsOf } from './keys.ts';

interface OwnHeader extends StoredSecret {
  name: string;
  keep: Keep;
}

const prefix = 'header-';

/** The headers of a connection; like a key, each is bound to the origin it was typed for. */
async function ownHeaders(connection: string): Promise<OwnHeader[]> {
  const secrets = await secretsOf(connection);
  return secrets
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, ...secret }) => ({ ...secret, name: name.slice(prefix.length) }));
}

/** The headers to send with a connection's requests to this address; undefined if there are none. */
export async function headersFor(connection: string, url: string): Promise<Record<string, string> | undefined> {
  const bound = (await ownHeaders(connection)).filter(({ origin }) => origin === originOf(url));
  if (!bound.length) return undefined;
  const { headerValue } = await import('../connections/headers.ts');
  // Earlier versions stored `Basic user:password` as it was typed.
  const sent = (name: string, key: string) => (/^basic\s/i.test(key) ? headerValue(name, key) : key);
  return Object.fromEntries(bound.map(({ name, key }) => [name, sent(name, key)]));
}

/** At least half of a value must stay hidden. What a user and a password end with is that of the password. */
const shownTail = (name: string, value: string) =>
  value.length < 8 || name.toLowerCase() === 'authorization' ? {} : { lastFour: value.slice(-4) };

/** What a page may know about a connection's headers. */
export const headerStatuses = async (connection: string): Promise<HeaderStatus[]> =>
  (await ownHeaders(connection)).map(({ name, origin, key }) => ({
    name,
    host: new URL(origin).host,
    ...shownTail(name, key),
  }));

/** The value of a header by its name. */
export type GivenHeaders = Readonly<Record<string, string>>;

/**
 * Headers that are to be added to a connection. Rejects with `rejected` and the reason if one cannot be sent. `basic`: as
 * of `headerProblem`.
 */
export async function checkedHeaders(
  connection: string,
  given: readonly { name: string; value: string }[] = [],
  basic = true,
): Promise<GivenHeaders> {
  if (!given.length) return {};
  const { headerProblem, headerValue } = await import('../connections/headers.ts');
  const names = (await ownHeaders(connection)).map((one) => one.name);
  for (const { name, value } of given) {
    const problem = headerProblem(name, value, names, basic);
    if (problem) throw new ApiError({ kind: 'rejected', fields: { headers: [problem] } });
    names.push(name);
  }
  return Object.fromEntries(given.map(({ name, value }) => [name.trim(), headerValue(name, value)]));
}

/** Saves headers for an address's origin. */
export async function saveHeaders(
  connection: string,
  given: GivenHeaders,
  { url, keep }: { url: string; keep: Keep },
): Promise<void> {
  for (const [name, key] of Object.entries(given)) await saveKey(connection, `${prefix}${name}`, { url, key, keep });
}

export const forgetHeader = (connection: string, name: string): Promise<void> =>
  forgetKey(connection, `${prefix}${name}`);
