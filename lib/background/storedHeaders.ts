import { originOf } from '../connections/address.ts';
import type { HeaderStatus, Keep } from '../messages/commands.ts';
import { ApiError } from '../services/index.ts';
import { forgetKey, saveKey, secretsOf } from './keys.ts';

const prefix = 'header-';

/**
 * Returns the request headers that a person has added to a connection. Each header, like a key, is bound to the origin
 * that it was typed for.
 */
async function ownHeaders(connection: string) {
  const secrets = await secretsOf(connection);
  return secrets
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, ...secret }) => ({ ...secret, name: name.slice(prefix.length) }));
}

/**
 * Returns the headers that a person has added to a connection for requests to this address, or undefined if there are
 * none.
 */
export async function headersFor(connection: string, url: string): Promise<Record<string, string> | undefined> {
  const bound = (await ownHeaders(connection)).filter(({ origin }) => origin === originOf(url));
  if (!bound.length) return undefined;
  const { headerValue } = await import('../connections/headers.ts');
  // Earlier versions stored `Basic user:password` as it was typed, so it is encoded here.
  const sent = (name: string, key: string) => (/^basic\s/i.test(key) ? headerValue(name, key) : key);
  return Object.fromEntries(bound.map(({ name, key }) => [name, sent(name, key)]));
}

/**
 * Returns the last four characters of a header's value for display, if at least half of the value stays hidden. Returns
 * nothing for the header `Authorization`, because the end of `user:password` is part of the password.
 */
const shownTail = (name: string, value: string) =>
  value.length < 8 || name.toLowerCase() === 'authorization' ? {} : { lastFour: value.slice(-4) };

/**
 * Returns what pages may know about the headers that a person has added to a connection: name, host, and at most the
 * end of the value.
 */
export const headerStatuses = async (connection: string): Promise<HeaderStatus[]> =>
  (await ownHeaders(connection)).map(({ name, origin, key }) => ({
    name,
    host: new URL(origin).host,
    ...shownTail(name, key),
  }));

/** The values of request headers that a person adds to a connection, by header name. */
export type GivenHeaders = Readonly<Record<string, string>>;

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * Checks the request headers that a person adds to a connection, and returns the headers to store. Leaves out headers
 * that are stored already, because a page repeats its save if the worker has stopped. Rejects with kind `rejected` and
 * the reason in these cases:
 * - A header cannot be sent.
 * - The connection has another header of the same name, unless that is bound to an address that the connection no
 *   longer has.
 * `urls`: the connection's new addresses. The headers are for the first one. `basic`: see `headerProblem`.
 */
export async function checkedHeaders(
  connection: string,
  urls: readonly string[],
  given: readonly { name: string; value: string }[] = [],
  basic = true,
): Promise<GivenHeaders> {
  if (!given.length) return {};
  const { headerProblem, headerValue } = await import('../connections/headers.ts');
  const origins = urls.map(originOf);
  const own = await ownHeaders(connection);
  const added: [name: string, key: string][] = [];
  for (const { name: typed, value } of given) {
    const [name, key] = [typed.trim(), headerValue(typed, value)];
    const others = own.filter((one) => !isSameName(one.name, name) || origins.includes(one.origin));
    if (others.some((one) => one.name === name && one.key === key && one.origin === origins[0])) continue;
    const names = [...others.map((one) => one.name), ...added.map(([one]) => one)];
    const problem = headerProblem(name, value, names, basic);
    if (problem) throw new ApiError({ kind: 'rejected', fields: { headers: [problem] } });
    added.push([name, key]);
  }
  return Object.fromEntries(added);
}

/**
 * Saves request headers that a person has added to a connection, bound to the origin of `url`. Each header replaces the
 * connection's header of the same name, ignoring case.
 */
export async function saveHeaders(
  connection: string,
  given: GivenHeaders,
  { url, keep }: { url: string; keep: Keep },
): Promise<void> {
  const own = await ownHeaders(connection);
  for (const [name, key] of Object.entries(given)) {
    await saveKey(connection, `${prefix}${name}`, { url, key, keep });
    for (const one of own)
      if (one.name !== name && isSameName(one.name, name)) await forgetHeader(connection, one.name);
  }
}

/** Erases the stored value of a request header of a connection. */
export const forgetHeader = (connection: string, name: string): Promise<void> =>
  forgetKey(connection, `${prefix}${name}`);
