import { useEffect, useRef, useState } from 'preact/hooks';
import { copiedEntries } from '@/lib/addMany/copy.ts';
import type { Entry } from '@/lib/addMany/parse.ts';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import type { Problem } from '@/lib/services/index.ts';
import { numberText, t, timeText } from '@/lib/text/i18n.ts';
import { type WholeList, wholeList } from '../list/wholeList.ts';
import { useConnections } from '../useConnections.ts';

interface Reading {
  read: number;
  total?: number | undefined;
}

/** The message about a list that is empty or incomplete. */
function missingText({ websites, complete, at }: WholeList): string {
  if (!websites.length) return t('manage.no_websites');
  return complete ? '' : t('manage.read_incomplete', { count: numberText(websites.length), time: timeText(at) });
}

/**
 * Copies another connection's websites as a source of sites for the connection `to`. @param say shows what is missing, or ''
 */
export function useCopy(to: string, add: (name: string, entries: Entry[]) => void, say: (text: string) => void) {
  const connections = useConnections();
  const list = connections.filter(({ id }) => id !== to);
  const [wanted, setWanted] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [reading, setReading] = useState<Reading>();
  const [problem, setProblem] = useState<Problem>();
  const running = useRef<AbortController>(undefined);
  const from = list.find(({ id }) => id === wanted) ?? list[0];
  // A reading ends when another connection is chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each account
  useEffect(
    () => () => {
      running.current?.abort();
      setReading(undefined);
      setProblem(undefined);
    },
    [from?.account],
  );
  const copy = async () => {
    say('');
    if (!from) return;
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setProblem(undefined);
    setReading({ read: 0 });
    const { account, id } = from;
    const onProgress = ({ read, total }: Reading) => !signal.aborted && setReading({ read, total });
    const found = await wholeList({ connection: id, account, signal, onProgress });
    if (running.current !== controller) return;
    setReading(undefined);
    if (signal.aborted) return;
    if ('kind' in found) return found.kind === 'cancelled' ? undefined : setProblem(found);
    if (found.websites.length) add(distinctNames(connections).get(id) ?? '', copiedEntries(found.websites, to));
    say(missingText(found));
    setOpen(false);
  };
  return {
    /** Undefined if there is no other connection. */
    open: from && (() => setOpen(true)),
    from:
      isOpen && from
        ? {
            list,
            chosen: from.id,
            onChoose: setWanted,
            reading,
            problem,
            onCopy: () => void copy(),
            onStop: () => running.current?.abort(),
          }
        : undefined,
  };
}
