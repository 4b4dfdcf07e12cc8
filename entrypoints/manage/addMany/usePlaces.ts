import { useCallback, useMemo } from 'preact/hooks';
import { useRead } from '@/components/useWatched.ts';
import type { ParsedEntry } from '@/lib/addMany/preview.ts';
import { orVariant } from '@/lib/connections/belonging.ts';
import { connectionFor } from '@/lib/connections/rules.ts';
import { knownHosts } from '@/lib/messages/records.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { useConnections } from '../useConnections.ts';
import { changeSessionState, useSessionState } from './useSessionState.ts';

export interface Place {
  connection: ConnectionAddress;
  parsed: readonly ParsedEntry[];
}

/** By host, the id of the connection that the person has chosen; '' if the rules choose it. */
type Moved = ReadonlyMap<string, string>;

/** Assigns hosts to the connection with this id; '' lets the rules choose. */
export const moveTo = (hosts: readonly string[], id: string): void =>
  changeSessionState<Moved>(
    'moved',
    (before = new Map()) => new Map([...before, ...hosts.map((host) => [host, id] as const)]),
  );

/** Returns a function that finds the accounts known to have a host; undefined until the known hosts have been read. */
const useKnownAt = (list: readonly ConnectionAddress[]) =>
  useRead(async () => {
    const hostsIn = (account: string) => knownHosts(account).catch(() => []);
    const known = await Promise.all(
      list.map(async ({ account }) => [account, new Set(await hostsIn(account))] as const),
    );
    const exactlyAt = (host: string) => new Set(known.flatMap(([account, hosts]) => (hosts.has(host) ? account : [])));
    return (host: string) => orVariant(host, exactlyAt);
  }, [list]);

/**
 * Finds the connection at which each entry will be added. The first of these that exists: 1. the connection that the
 * person has chosen; 2. the connection for which the entry was copied; 3. the connection that a rule names; 4. a
 * connection that has the host; 5. the current connection (`shown`).
 */
export function usePlaces(parsed: readonly ParsedEntry[] | undefined, shown: ConnectionAddress) {
  const list = useConnections();
  const isSeveral = list.length > 1;
  const knownAt = useKnownAt(isSeveral ? list : noConnections);
  const [moved, setMoved] = useSessionState<Moved>('moved', () => new Map());
  const byHost = useMemo(() => {
    const places = new Map<string, ConnectionAddress>();
    if (!isSeveral || !knownAt) return places;
    const all = { list: [...list], active: shown.id };
    for (const { host, to, repeats } of parsed ?? []) {
      if (host === undefined || repeats !== undefined) continue;
      const wanted = moved.get(host) ?? to;
      const chosen = list.find(({ id }) => id === wanted);
      places.set(host, chosen ?? connectionFor(host, all, knownAt(host)) ?? shown);
    }
    return places;
  }, [parsed, list, isSeveral, shown, knownAt, moved]);
  const places = useMemo<Place[] | undefined>(() => {
    if (!parsed || (isSeveral && !knownAt)) return undefined;
    const groups = Map.groupBy(parsed, ({ host = '' }) => byHost.get(host) ?? shown);
    if (groups.size < 2) return [{ connection: groups.keys().next().value ?? shown, parsed }];
    return [...groups].map(([connection, some]) => ({ connection, parsed: some }));
  }, [parsed, isSeveral, knownAt, shown, byHost]);
  return {
    places,
    placeOf: useCallback((host = '') => byHost.get(host) ?? shown, [byHost, shown]),
    move: isSeveral ? moveTo : undefined,
    reset: () => setMoved(new Map()),
  };
}

const noConnections: readonly ConnectionAddress[] = [];
