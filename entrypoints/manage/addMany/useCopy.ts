import { useState } from 'preact/hooks';
import { copiedEntries } from '@/lib/addMany/copy.ts';
import type { Entry } from '@/lib/addMany/parse.ts';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import { numberText, t, timeText } from '@/lib/text/i18n.ts';
import { useConnections } from '../useConnections.ts';
import { useAllWebsites } from '../websites/useAllWebsites.ts';

/** Copies another connection's websites as a source of sites for the connection `to`. @param say shows what is missing, or '' */
export function useCopy(to: string, add: (name: string, entries: Entry[]) => void, say: (text: string) => void) {
  const connections = useConnections();
  const list = connections.filter(({ id }) => id !== to);
  const [wanted, setWanted] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const from = list.find(({ id }) => id === wanted) ?? list[0];
  const all = useAllWebsites(from?.account);
  const copy = async () => {
    say('');
    const found = await all.read('');
    if (!found || !from) return;
    const { items, complete, at } = found;
    if (items.length) add(distinctNames(connections).get(from.id) ?? '', copiedEntries(items, to));
    if (!items.length) say(t('manage.no_websites'));
    else if (!complete) say(t('manage.read_incomplete', { count: numberText(items.length), time: timeText(at) }));
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
            reading: all.reading,
            problem: all.problem,
            onCopy: () => void copy(),
            onStop: all.stop,
          }
        : undefined,
  };
}
