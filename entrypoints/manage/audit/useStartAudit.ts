import { useEffect, useMemo, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import type { Period } from '@/lib/audit/repeat.ts';
import { lastChange } from '@/lib/messages/changes.ts';
import { domainOf, type SlimRow } from '@/lib/records/slim.ts';
import type { Problem } from '@/lib/services/index.ts';
import { watch } from '@/lib/storage/settings.ts';
import { useStartJob } from '../jobs/useStartJob.ts';
import { useLatest } from '../list/useLatest.ts';
import { type WholeList, wholeList } from '../list/wholeList.ts';
import { useRuns } from '../useRuns.ts';
import { checkList, withSiteAccess } from './siteAccess.ts';

export type AuditScope = 'selected' | 'all';

export interface AuditSources {
  account: string;
  connection: string;
  selected: readonly Pick<SlimRow, 'id' | 'name' | 'domain'>[];
  onStarted: () => void;
}

/** Whether the page is in a private window. No audit can be started there, because an audit leaves traces. */
export const isPrivate = (): boolean => browser.extension?.inIncognitoContext ?? false;

/**
 * Provides an open dialog in which the person chooses the sites of an audit, allows access to them, and starts the
 * audit.
 */
export function useStartAudit({ account, connection, selected, onStarted }: AuditSources) {
  const [scope, setScope] = useState<AuditScope>(selected.length ? 'selected' : 'all');
  /** The account's websites, or why they cannot be read; undefined while they are being read. */
  const [found, setFound] = useState<WholeList | Problem>();
  const [whole, problem] = found && 'kind' in found ? [undefined, found] : [found];
  /** When the list was read (milliseconds since 1970). Set only if the list may be incomplete. */
  const partAt = whole && !whole.complete ? whole.at : undefined;
  const [denied, setDenied] = useState(false);
  const [repeat, setRepeat] = useState<Period>();
  const readings = useRuns();
  const job = useStartJob();

  const read = async () => {
    const signal = readings.begin();
    const end = await wholeList({ connection, account, signal });
    if (!signal.aborted) setFound(end);
  };
  const readAll = () => {
    setFound(undefined);
    return read();
  };
  const readFor = useLatest((chosen: AuditScope) => {
    if (chosen === 'all' && !whole) void readAll();
  });
  useEffect(() => readFor(scope), [scope, readFor]);
  // When websites are added or removed meanwhile, reads the stored list again.
  const readAgain = useLatest(() => {
    if (scope === 'all' && whole?.complete) void read();
  });
  useEffect(
    () =>
      watch(lastChange, (change) => {
        if (change?.account === account) readAgain();
      }),
    [account, readAgain],
  );
  const choose = (wanted: AuditScope) => {
    setDenied(false);
    setScope(wanted);
  };
  const ofSelected = useMemo(
    () => checkList(selected.map((row) => ({ id: row.id, domain: domainOf(row) }))),
    [selected],
  );
  const ofAll = useMemo(() => whole && checkList(whole.websites), [whole]);
  const { items, leftOut = [] } = (scope === 'selected' ? ofSelected : ofAll) ?? {};
  /** Starts the audit. Call it directly in a click handler; otherwise browsers refuse to ask for access. */
  const run = async () => {
    if (!items?.length || job.busy) return;
    const isStarted = await withSiteAccess(items, { notifications: repeat !== undefined }, async (isGranted) => {
      setDenied(!isGranted);
      if (!isGranted) return false;
      return job.start(
        {
          kind: 'audit',
          items,
          fields: {},
          speed: 'fast',
          ...(repeat ? { repeat } : {}),
          ...(scope === 'all' && !partAt ? { isWhole: true } : {}),
        },
        account,
      );
    });
    if (isStarted) onStarted();
  };
  return {
    scope,
    counts: { selected: ofSelected.items.length, all: ofAll?.items.length },
    count: items?.length,
    leftOut,
    partAt,
    problem: job.problem ?? (scope === 'all' ? problem : undefined),
    denied,
    busy: job.busy,
    repeat,
    setRepeat,
    choose,
    run,
    readAll,
  };
}
