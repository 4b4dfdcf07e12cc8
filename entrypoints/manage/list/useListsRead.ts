import { useCallback, useState } from 'preact/hooks';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import type { RecordKind } from '@/lib/websites/query.ts';
import type { ListRead } from './useLinks.ts';

const unread: ListRead = { complete: false };

/** How much of each list of the connected accounts this page has read. */
export function useListsRead(connection: ConnectionAddress | undefined) {
  const accounts: Record<RecordKind, string | undefined> = {
    websites: connection?.account,
    projects: connection?.seoAccount,
  };
  const { websites, projects } = accounts;
  const [listsRead, setListsRead] = useState<Readonly<Record<string, ListRead>>>({});
  const of = (kind: RecordKind): ListRead => listsRead[`${kind} ${accounts[kind]}`] ?? unread;
  const onListRead = useCallback(
    (kind: RecordKind, now: ListRead) => {
      const name = `${kind} ${{ websites, projects }[kind]}`;
      setListsRead((before) => ({
        ...before,
        [name]: { total: now.total ?? before[name]?.total, complete: now.complete },
      }));
    },
    [websites, projects],
  );
  return { listsRead: { websites: of('websites'), projects: of('projects') }, onListRead };
}
