import { originOf } from '../connections/address.ts';
import type { HeaderStatus, Keep } from '../messages/commands.ts';
import { ApiError } from '../services/index.ts';
import { connections, connectionWith, get } from '../storage/settings.ts';
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
  return bound.length ? Object.fromEntries(bound.map(({ name, key }) => [name, key])) : undefined;
}

/** At least half of a value must stay hidden. */
const shownTail = (value: string) => (value.length < 8 ? {} : { lastFour: value.slice(-4) });

/** What a page may know about a connection's headers. */
export const headerStatuses = async (connection: string): Promise<HeaderStatus[]> =>
  (await ownHeaders(connection)).map(({ name, origin, key }) => ({
    name,
    host: new URL(origin).host,
    ...shownTail(key),
  }));

/** Saves a header for an address's origin; in memory only, until its connection is saved. Rejects with `rejected` and the field's name if it cannot be sent. */
export async function saveHeader(
  connection: string,
  { name, value, url, keep }: { name: string; value: string; url: string; keep: Keep },
): Promise<void> {
  const { headerProblem } = await import('../connections/headers.ts');
  const names = (await ownHeaders(connection)).map((one) => one.name);
  const problem = headerProblem(name, value, names);
  if (problem) throw new ApiError({ kind: 'rejected', fields: { header: [problem] } });
  const isSaved = connectionWith(await get(connections), connection) !== undefined;
  const secret = { url, key: value.trim(), keep: isSaved ? keep : 'session' } as const;
  await saveKey(connection, `${prefix}${name.trim()}`, secret);
}

export const forgetHeader = (connection: string, name: string): Promise<void> =>
  forgetKey(connection, `${prefix}${name}`);
