import { useEffect, useRef, useState } from 'preact/hooks';
import { originOf } from '@/lib/connections/address.ts';
import { nameOf } from '@/lib/connections/name.ts';
import { dropAccess } from '@/lib/connections/permissions.ts';
import { addressesOf } from '@/lib/connections/services.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { ServiceStatus } from '@/lib/messages/commands.ts';
import { addedConnections } from '@/lib/storage/addedConnections.ts';
import { keptAddresses } from '@/lib/storage/lentAccess.ts';
import {
  activeConnection,
  type Connections,
  connections,
  connectionWith,
  draftOf,
  get,
  type OwnSettings,
  set,
  update,
  watch,
} from '@/lib/storage/settings.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { t, unmarked } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { isSame } from '@/lib/util/isSame.ts';
import { urlOf } from './connectionFields.ts';
import { connectionLines, lineId } from './connectionLines.ts';
import { type ConnectionStart, isTyped, loadConnection, loadStatus, type OptionsStart } from './load.ts';
import { useKeptControl } from './useKeptControl.ts';
import { failureText } from './useSetting.ts';
import { channelName } from './useStoredConnection.ts';
import type { TypedTexts } from './useTyped.ts';

/** Without the page to connect: the next opening of this address would offer what has been discarded. */
const setHash = (id: string | undefined) =>
  history.replaceState(null, '', `${location.pathname}${id === undefined ? '' : `#${id}`}`);

/** Which connection is open; the page's address remembers it. */
function useOpened(start: ConnectionStart | undefined) {
  const [opened, setOpened] = useState(start);
  const wanted = useRef(start?.id);
  /** `also` runs in the same update, and not if another is opened meanwhile. `isAsked`: by the person, just now. */
  const open = async (id: string | undefined, also?: () => void, isAsked = false) => {
    wanted.current = id;
    setHash(id);
    const loaded = id === undefined ? undefined : await loadConnection(id);
    if (wanted.current !== id) return;
    also?.();
    setOpened(loaded && { ...loaded, isAsked });
  };
  return [opened, open] as const;
}

/** The status of each connection's analytics key, if there are several. */
function useKeyStatuses(ids: readonly string[]): Record<string, ServiceStatus> {
  const [statuses, setStatuses] = useState<Record<string, ServiceStatus>>({});
  const all = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the ids change
  useEffect(() => {
    if (ids.length < 2) return;
    const look = () =>
      ids.forEach(
        (id) => void loadStatus(id).then(({ analytics }) => setStatuses((now) => ({ ...now, [id]: analytics }))),
      );
    look();
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = look;
    const stop = watch(connections, look);
    return () => {
      stop();
      channel.close();
    };
  }, [all]);
  return statuses;
}

const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
};

/** The addresses that only the removed connection used. */
async function giveBackAddresses(urls: readonly string[]): Promise<void> {
  await dropAccess(urls, await keptAddresses());
}

/** The list of connections, the open one, and the actions that change the list. */
export function useConnectionList(start: OptionsStart) {
  const [all, setAll] = useState<Connections>(start.connections);
  const [typed, setTyped] = useState(start.added);
  const [opened, open] = useOpened(start.opened);
  const [said, setSaid] = useState('');
  const [failure, setFailure] = useState<string>();
  /** Whether the one that went last was removed here. */
  const [hasRemoved, setHasRemoved] = useState(false);
  const texts = useRef<Record<string, TypedTexts>>({});
  const shown = opened?.id ?? '';
  texts.current[shown] ??= new Map();
  /** The id of the connection that is removed here. */
  const removed = useRef<string>(undefined);
  const openId = useRef<string>(undefined);
  openId.current = opened?.id;
  /** What to say of the connection that went last, unless it was removed here. */
  const goneText = useRef<string>(undefined);
  useEffect(() => {
    // Said as its form goes, or its line: else something that a key presses has the focus first. Beside another open form only
    // where the focus goes with the line, or has no place where that form moves to.
    const hasFocus = (id: string) => !!document.getElementById(lineId(id))?.contains(document.activeElement);
    const sayGone = (id: string, name: string) => {
      setHasRemoved(id === removed.current);
      goneText.current = id === removed.current ? undefined : t('options.connection_removed', { name });
      setFailure((openId.current ?? id) === id || hasFocus(id) ? goneText.current : undefined);
    };
    let { list } = start.connections;
    let { added: known } = start;
    const stored = new Set(list.map(({ id }) => id));
    const stops = [
      watchSince(
        connections,
        (now) => {
          const gone = list.find(({ id }) => !connectionWith(now, id));
          const isMore = now.list.some(({ id }) => !list.some((one) => one.id === id));
          list = now.list;
          for (const { id } of list) stored.add(id);
          setAll(now);
          // A stored connection no longer counts as added, so that removing it later does not bring its draft back.
          setTyped((ids) => ids.filter((id) => !connectionWith(now, id)));
          // What was said of connections that came or went is over as the next does.
          if (gone) return sayGone(gone.id, nameOf(gone));
          if (!isMore) return;
          goneText.current = undefined;
          setFailure(undefined);
        },
        (now) => isSame(now, start.connections),
      ),
      watch(addedConnections, (now) => {
        const gone = known.find((id) => !now.includes(id) && !stored.has(id));
        known = now;
        if (gone === undefined) return;
        setTyped((ids) => ids.filter((id) => id !== gone));
        sayGone(gone, t('options.new_connection'));
      }),
    ];
    return () => stops.forEach((stop) => void stop());
  }, [start]);
  const added = typed.filter((id) => !connectionWith(all, id));
  const ids = [...all.list.map(({ id }) => id), ...added];
  const statuses = useKeyStatuses(ids);
  const isSeveral = ids.length > 1;
  const only = ids.length === 1 ? ids[0] : undefined;
  const [isOneOfSeveral, setOneOfSeveral] = useState(isSeveral);
  const refocus = useKeptControl(isOneOfSeveral, () => setFailure(goneText.current));
  const isThere = opened !== undefined && (!ids.length || ids.includes(opened.id));
  /** The form that is open while nothing is connected. */
  const first = useRef<string>(undefined);
  if (!ids.length) first.current = opened?.id;
  else if (isThere) first.current = undefined;

  /** Here, and in what is stored, to which another window may have added connections. */
  const changeAdded = (change: (ids: string[]) => string[]) => {
    setTyped(change);
    void update(addedConnections, change).catch(() => undefined);
  };
  /** Opens a connection that is not stored yet. */
  const openNew = (id: string, isAsked = true) =>
    open(
      id,
      () => {
        changeAdded((ids) => [...ids, id]);
        setOneOfSeveral(true);
      },
      isAsked,
    );

  /** Other connections may appear while the first is being typed: it continues as the one with its address, or else beside them. */
  const leave = async (next: string | undefined) => {
    const id = first.current;
    first.current = undefined;
    if (id === undefined || id !== opened?.id) {
      delete texts.current[shown];
      return open(next);
    }
    const left = await loadConnection(id);
    const { draft } = left;
    if (!isTyped(left)) return open(next);
    const same = all.list.find(({ analyticsUrl }) => analyticsUrl === urlOf(draft.analyticsUrl ?? ''));
    if (!same) return openNew(id, false);
    texts.current[same.id] = texts.current[id] ?? new Map();
    await set(draftOf(same.id), draft);
    await set(draftOf(id), {});
    return open(same.id);
  };
  // The open connection may be removed; a single one that is left is shown as the only one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list changes
  useEffect(() => {
    if (only === undefined ? opened && !isThere : only !== opened?.id) void leave(only);
  }, [only, isThere, opened?.id]);

  // Where others come or go, the open form moves to another place in the page: what was typed into it is read again before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever either changes, and for each form
  useEffect(() => {
    if (isSeveral === isOneOfSeveral) return;
    const move = () => {
      refocus();
      setOneOfSeveral(isSeveral);
    };
    if (opened && isThere) void open(opened.id, move);
    else move();
  }, [isSeveral, isOneOfSeveral, opened?.id]);

  /** Everything except the keys, which cannot be read. */
  const duplicate = async (id: string) => {
    const one = connectionWith(all, id);
    if (!one) return;
    const { analyticsUrl, seoUrl, rules, defaults, templates } = one;
    const name = unmarked(t('options.copy_of', { name: nameOf(one) }));
    const own: OwnSettings = { name, rules, defaults, templates };
    const copy = crypto.randomUUID();
    // The copy needs its own key, which may go to the original's SEO service only if that is the same service.
    const isSame = seoUrl && originOf(seoUrl) === originOf(analyticsUrl);
    await set(draftOf(copy), { own, analyticsUrl, ...(isSame ? { seoUrl } : {}) });
    await openNew(copy);
  };

  const move = async (id: string, by: -1 | 1) => {
    const change = ({ list, ...rest }: Connections): Connections => {
      const from = list.findIndex((one) => one.id === id);
      const to = from + by;
      return { ...rest, list: from < 0 || to < 0 || to >= list.length ? list : moved(list, from, to) };
    };
    try {
      const { list } = await update(connections, change);
      const place = list.findIndex((each) => each.id === id);
      const one = list[place];
      setFailure(undefined);
      if (one) setSaid(t('options.moved', { name: nameOf(one), place: place + 1, count: list.length }));
    } catch (error) {
      setFailure(failureText(error));
    }
  };

  const remove = async (id: string) => {
    const one = connectionWith(all, id);
    const draft = await get(draftOf(id));
    removed.current = id;
    changeAdded((ids) => ids.filter((each) => each !== id));
    const answer = await ask('connection.remove', { connection: id });
    if (!answer.ok) return setFailure(problemText(answer.problem));
    setFailure(undefined);
    const urls = one ? addressesOf(one) : [draft.analyticsUrl, draft.seoUrl].map((text) => urlOf(text ?? ''));
    await giveBackAddresses(urls.filter((url) => url !== undefined)).catch(() => undefined);
  };

  const isInList = opened && isThere ? isOneOfSeveral : isSeveral;
  return {
    all,
    // The only form has the known sites of its own connection beside it, until it moves.
    last: (isInList || !opened ? undefined : connectionWith(all, opened.id)) ?? activeConnection(all),
    lines: connectionLines(all, ids, statuses),
    isSeveral: isInList,
    opened: isThere ? opened : undefined,
    texts: texts.current[shown],
    said,
    hasRemoved,
    failure,
    onToggle: (id: string) => {
      setFailure(undefined);
      void open(id === opened?.id ? undefined : id, undefined, true);
    },
    onAdd: () => {
      setFailure(undefined);
      void openNew(crypto.randomUUID());
    },
    onDuplicate: (id: string) => void duplicate(id),
    onMove: (id: string, by: -1 | 1) => void move(id, by),
    onRemove: (id: string) => void remove(id),
  };
}
