import { useRef, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { homePagesOf } from '@/lib/audit/access.ts';
import type { Period } from '@/lib/audit/repeat.ts';
import { requestAccess } from '@/lib/connections/permissions.ts';
import { hostOf } from '@/lib/hosts/hostOf.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import { readPages } from '@/lib/services/readPages.ts';
import { withLentAccess } from '@/lib/storage/lentAccess.ts';
import { sleep } from '@/lib/util/sleep.ts';
import { useStartJob } from '../jobs/useStartJob.ts';

/** Which sites are checked. */
export type AuditScope = 'selected' | 'page' | 'all';

/** A site as a job's item. */
interface CheckItem {
  key: string;
  id?: string;
}

/** Every host once; a record that is for no host has no home page. */
function checkItems(websites: Iterable<Website>): CheckItem[] {
  const items = new Map<string, CheckItem>();
  for (const { domain, id } of websites) {
    const key = hostOf(domain);
    if (key && !items.has(key)) items.set(key, { key, ...(id ? { id } : {}) });
  }
  return [...items.values()];
}

/** The whole list while it is read, or what came of it. */
export interface WholeList {
  items?: CheckItem[];
  /** When it was read, where there may be more (milliseconds since 1970). */
  partAt?: number;
  problem?: Problem;
}

interface AuditSources {
  account: string;
  selected: readonly Website[];
  page: readonly Website[];
  onStarted: () => void;
}

/** Nothing is audited in a private window, which would leave its trace here. */
export const isPrivate = (): boolean => browser.extension?.inIncognitoContext ?? false;

/** Chooses sites, asks for access to exactly these, and starts the audit. */
export function useStartAudit({ account, selected, page, onStarted }: AuditSources) {
  const [scope, setScope] = useState<AuditScope>();
  const [whole, setWhole] = useState<WholeList>({});
  const [denied, setDenied] = useState(false);
  /** How often it is repeated; once unless said. */
  const [repeat, setRepeat] = useState<Period>();
  const reading = useRef<AbortController>(undefined);
  const starting = useRef(false);
  const job = useStartJob(account);

  const readAll = async () => {
    reading.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    reading.current = controller;
    setWhole({});
    const read = await readPages<Website>({
      list: (cursor) => ask('websites.list', { per_page: 100, ...(cursor ? { cursor } : {}) }, { account, signal }),
      wait: (seconds) => sleep(seconds * 1000, signal).then(() => !signal.aborted),
      signal,
    });
    if (signal.aborted) return;
    const part = read.ok && !read.value.complete ? { partAt: Date.now() } : {};
    setWhole(read.ok ? { items: checkItems(read.value.items), ...part } : { problem: read.problem });
  };
  const choose = (wanted: AuditScope) => {
    setDenied(false);
    setScope(wanted);
    if (wanted === 'all' && !whole.items) void readAll();
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
    setScope(undefined);
  };
  const itemsOf: Record<AuditScope, CheckItem[] | undefined> = {
    selected: checkItems(selected),
    page: checkItems(page),
    all: whole.items,
  };
  const items = scope && itemsOf[scope];
  /** Straight from the click: browsers refuse to ask otherwise. */
  const run = async () => {
    if (!items?.length || job.busy) return;
    const addresses = homePagesOf(items.map(({ key }) => key));
    const asked = requestAccess(addresses, { notifications: repeat !== undefined }).catch(() => false);
    // Once it has started, the audit needs it.
    await withLentAccess(addresses, async () => {
      const granted = await asked;
      setDenied(!granted);
      // An earlier press starts it already.
      if (!granted || starting.current) return;
      starting.current = true;
      const isStarted = await job.start({
        kind: 'audit',
        items,
        fields: {},
        speed: 'fast',
        ...(repeat ? { repeat } : {}),
      });
      starting.current = false;
      if (!isStarted) return;
      close();
      onStarted();
    });
  };
  return {
    scope,
    counts: { selected: itemsOf.selected?.length ?? 0, page: itemsOf.page?.length ?? 0, all: whole.items?.length },
    count: items?.length,
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
