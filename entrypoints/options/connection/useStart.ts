import { useEffect, useRef, useState } from 'preact/hooks';
import { parseAddress } from '@/lib/connections/address.ts';
import { isPageOf } from '@/lib/connections/isPageOf.ts';
import { dropAccess } from '@/lib/connections/permissions.ts';
import { addressesOf } from '@/lib/connections/services.ts';
import { ask } from '@/lib/messages/ask.ts';
import { addedConnections } from '@/lib/storage/addedConnections.ts';
import { keptAddresses } from '@/lib/storage/lentAccess.ts';
import {
  type Connections,
  connections,
  connectionWith,
  defaults,
  draftOf,
  firstId,
  get,
  preferences,
  set,
  update,
  watch,
} from '@/lib/storage/settings.ts';
import { problemText } from '@/lib/text/problems.ts';
import { type ConnectionStart, isTyped, loadConnection } from '../load.ts';
import { go, hashOf, homeHash } from '../route.ts';
import { useCommon } from '../usePreferences.ts';

/** The id of the connection that is being added: one that was begun before, or a new one. */
async function idOfNew({ list }: Connections): Promise<string> {
  if (!list.length) return firstId;
  const isStored = (id: string) => list.some((one) => one.id === id);
  if (!isStored(firstId) && isTyped(await loadConnection(firstId))) return firstId;
  const begun = (await get(addedConnections)).find((id) => !isStored(id));
  return begun ?? crypto.randomUUID();
}

/** The form of a new connection, with the address of the page over which the popup was opened. */
async function loadNew(all: Connections): Promise<ConnectionStart> {
  const id = await idOfNew(all);
  if (all.list.length) await update(addedConnections, (ids) => [...new Set([...ids, id])]).catch(() => undefined);
  const start = { ...(await loadConnection(id)), isAsked: true };
  const page = new URLSearchParams(location.search).get('connect') ?? '';
  const address = parseAddress(page);
  if ('refused' in address || start.connection) return start;
  const draft = { ...start.draft, analyticsUrl: start.draft.analyticsUrl ?? address.url };
  if (!isPageOf(address.url, draft.analyticsUrl)) return start;
  await set(draftOf(id), draft).catch(() => undefined);
  return { ...start, draft, offered: page };
}

interface Common {
  defaults: typeof defaults.fallback;
  preferences: typeof preferences.fallback;
}

/** What the view of one connection starts with. Without `id`, of a new one. */
export function useStart(id: string | undefined) {
  const [start, setStart] = useState<ConnectionStart & Common>();
  const [all, setAll] = useState<Connections>({ list: [] });
  const [failure, setFailure] = useState<string>();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (id !== undefined && id === shown.current) return;
    let isShown = true;
    const load = async () => {
      const stored = await get(connections);
      const begun = id === undefined ? await loadNew(stored) : await loadConnection(id, stored);
      const common = { defaults: await get(defaults), preferences: await get(preferences) };
      if (!isShown) return;
      shown.current = begun.id;
      setAll(stored);
      setStart({ ...begun, ...common });
    };
    void load();
    return () => {
      isShown = false;
    };
  }, [id]);
  useEffect(
    () =>
      watch(connections, (now) => {
        setAll(now);
        // The address names what was just added, without another view.
        const added = location.hash === '#new' && shown.current && connectionWith(now, shown.current);
        if (added) history.replaceState(null, '', hashOf(added.id));
      }),
    [],
  );
  const onRemove = async (wanted: string) => {
    const one = connectionWith(all, wanted);
    await update(addedConnections, (ids) => ids.filter((each) => each !== wanted)).catch(() => undefined);
    const answer = await ask('connection.remove', { connection: wanted });
    if (!answer.ok) return setFailure(problemText(answer.problem));
    if (one) await dropAccess(addressesOf(one), await keptAddresses()).catch(() => undefined);
    go(homeHash);
  };
  return { start, all, failure, onRemove: (wanted: string) => void onRemove(wanted) };
}

/** The common settings, for the connection's own ones that begin with them. */
export const useCommonOf = (start: ConnectionStart & Common) => useCommon(start);
