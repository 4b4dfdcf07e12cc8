import { useMemo, useRef, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { homePagesOf } from '@/lib/audit/access.ts';
import type { Period } from '@/lib/audit/repeat.ts';
import { isStillGranted, requestAccess } from '@/lib/connections/permissions.ts';
import { hostInList } from '@/lib/hosts/hostInList.ts';
import type { ChangeKind } from '@/lib/messages/changes.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import { giveBackAccess, holdAccess } from '@/lib/storage/lentAccess.ts';
import { defaultQuery } from '@/lib/websites/query.ts';
import { changedWebsites } from '@/lib/websites/rows.ts';
import { useStartJob } from '../jobs/useStartJob.ts';
import { readList } from '../list/readList.ts';
import { useChanges } from '../list/useChanges.ts';

/** Which sites to check. */
export type AuditScope = 'selected' | 'page' | 'all';

/** A site as a job's item. */
interface CheckItem {
  key: string;
  id?: string;
}

/** The sites to check for some records: every host once. */
interface CheckList {
  items: CheckItem[];
  /** The domains of records for a part of a host, which have no home page. */
  leftOut: string[];
}

function checkList(websites: Iterable<Website>): CheckList {
  const items = new Map<string, CheckItem>();
  const leftOut: string[] = [];
  for (const { domain, id } of websites) {
    const key = hostInList(domain);
    if (!key) leftOut.push(domain);
    else if (!items.has(key)) items.set(key, { key, ...(id ? { id } : {}) });
  }
  return { items: [...items.values()], leftOut };
}

const changed = (all: Website[], change: ChangeKind) => changedWebsites(all, change, defaultQuery('websites'));

/** The reading of the whole list, or its result. */
export interface WholeList {
  websites?: Website[];
  /** When it was read, if it may not be complete (milliseconds since 1970). */
  partAt?: number;
  problem?: Problem;
}

interface AuditSources {
  account: string;
  selected: readonly Website[];
  page: readonly Website[];
  onStarted: () => void;
}

/** Nothing is audited from a private window, because an audit leaves traces. */
export const isPrivate = (): boolean => browser.extension?.inIncognitoContext ?? false;

/** Chooses sites, asks for access to exactly these, and starts the audit. */
export function useStartAudit({ account, selected, page, onStarted }: AuditSources) {
  const [scope, setScope] = useState<AuditScope>();
  const [whole, setWhole] = useState<WholeList>({});
  const [denied, setDenied] = useState(false);
  /** How often it is repeated; undefined: once. */
  const [repeat, setRepeat] = useState<Period>();
  const reading = useRef<AbortController>(undefined);
  /** What has changed since the reading began: a page that was read before shows none of it. */
  const since = useRef<ChangeKind[]>(undefined);
  const starting = useRef(false);
  useChanges(account, (change) => {
    since.current?.push(change);
    setWhole(({ websites, ...rest }) => (websites ? { ...rest, websites: changed(websites, change) } : rest));
  });
  const job = useStartJob(account);

  const readAll = async () => {
    reading.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    reading.current = controller;
    since.current = [];
    setWhole({});
    const read = await readList('websites', {}, { account, signal });
    if (signal.aborted) return;
    const changes = since.current;
    since.current = undefined;
    const part = read.ok && !read.value.complete ? { partAt: Date.now() } : {};
    setWhole(read.ok ? { websites: changes.reduce(changed, read.value.items), ...part } : { problem: read.problem });
  };
  const choose = (wanted: AuditScope) => {
    setDenied(false);
    setScope(wanted);
    if (wanted === 'all' && !whole.websites) void readAll();
  };
  const open = (wanted: AuditScope = selected.length ? 'selected' : 'all') => {
    job.renew();
    setWhole({});
    setDenied(false);
    setRepeat(undefined);
    setScope(wanted);
    if (wanted === 'all') void readAll();
  };
  const close = () => {
    reading.current?.abort();
    since.current = undefined;
    setScope(undefined);
  };
  // All websites may be selected: they are gone through for the dialog, not with every change of the list.
  const isOpen = scope !== undefined;
  const lists: Record<AuditScope, CheckList | undefined> = {
    selected: useMemo(() => (isOpen ? checkList(selected) : undefined), [isOpen, selected]),
    page: isOpen ? checkList(page) : undefined,
    all: useMemo(() => whole.websites && checkList(whole.websites), [whole.websites]),
  };
  const { items, leftOut = [] } = (scope && lists[scope]) ?? {};
  /** Straight from the click: browsers refuse to ask otherwise. */
  const run = async () => {
    if (!items?.length || job.busy) return;
    const addresses = homePagesOf(items.map(({ key }) => key));
    const asked = requestAccess(addresses, { notifications: repeat !== undefined }).catch(() => false);
    const isStarted = await holdAccess(addresses, async () => {
      // The end of another audit may just have given the access back.
      const granted = await isStillGranted(asked, addresses);
      setDenied(!granted);
      // An earlier press is already starting it.
      if (!granted || starting.current) return false;
      starting.current = true;
      const started = await job.start({
        kind: 'audit',
        items,
        fields: {},
        speed: 'fast',
        ...(repeat ? { repeat } : {}),
        ...(scope === 'all' && !whole.partAt ? { isWhole: true } : {}),
      });
      starting.current = false;
      return started;
    });
    // Once started, the audit itself gives the access back.
    if (!isStarted) return giveBackAccess({ id: crypto.randomUUID(), urls: addresses });
    close();
    onStarted();
  };
  return {
    scope,
    counts: {
      selected: lists.selected?.items.length ?? 0,
      page: lists.page?.items.length ?? 0,
      all: lists.all?.items.length,
    },
    count: items?.length,
    leftOut,
    partAt: scope === 'all' ? whole.partAt : undefined,
    problem: job.problem ?? (scope === 'all' ? whole.problem : undefined),
    denied,
    busy: job.busy,
    repeat,
    setRepeat,
    open,
    choose,
    close,
    run,
    readAll,
  };
}

export type Check = ReturnType<typeof useStartAudit>;
