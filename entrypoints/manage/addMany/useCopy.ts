import { useState } from 'preact/hooks';
import { copiedEntries } from '@/lib/addMany/copy.ts';
import type { Entry } from '@/lib/addMany/parse.ts';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import type { Problem } from '@/lib/services/index.ts';
import { timeText } from '@/lib/text/dates.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { useLatest } from '../list/useLatest.ts';
import { type WholeList, wholeList } from '../list/wholeList.ts';
import { useConnections } from '../useConnections.ts';
import { useRuns } from '../useRuns.ts';

function missingText({ websites, complete, at }: WholeList): string {
  if (!websites.length) return t('manage.no_websites');
  return complete ? '' : t('manage.read_incomplete', { count: numberText(websites.length), time: timeText(at) });
}

/** Provides the form that copies websites from another connection to the connection `to` (its id), as sites to add. */
export function useCopy(to: string, add: (name: string, entries: Entry[]) => void, say: (text: string) => void) {
  const connections = useConnections();
  const list = connections.filter(({ id }) => id !== to);
  const [wanted, setWanted] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  /** The copy that is under way, or has failed. `read`: how many websites have been read. */
  const [last, setLast] = useState<{ account: string; read?: number; problem?: Problem }>();
  const readings = useRuns();
  const from = list.find(({ id }) => id === wanted) ?? list[0];
  const isFrom = useLatest((account: string) => account === from?.account);
  const { read, problem } = last?.account === from?.account ? (last ?? {}) : {};
  const stop = () => {
    readings.end();
    setLast(undefined);
  };
  const copy = async () => {
    say('');
    if (!from) return;
    const signal = readings.begin();
    const { account, id } = from;
    const onProgress = ({ read }: { read: number }) => !signal.aborted && setLast({ account, read });
    onProgress({ read: 0 });
    const found = await wholeList({ connection: id, account, signal, onProgress });
    if (signal.aborted) return;
    setLast('kind' in found && found.kind !== 'cancelled' ? { account, problem: found } : undefined);
    // Adds nothing if the list could not be read, or if the connection was removed meanwhile.
    if ('kind' in found || !isFrom(account)) return;
    if (found.websites.length) add(distinctNames(connections).get(id) ?? '', copiedEntries(found.websites, to));
    say(missingText(found));
    setOpen(false);
  };
  return {
    open: from && (() => setOpen(true)),
    from:
      isOpen && from
        ? {
            list,
            chosen: from.id,
            onChoose: (id: string) => {
              stop();
              setWanted(id);
            },
            read,
            problem,
            onCopy: () => void copy(),
            onStop: stop,
          }
        : undefined,
  };
}
