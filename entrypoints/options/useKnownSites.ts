import { useEffect, useState } from 'preact/hooks';
import { dropTabs, requestTabs } from '@/lib/connections/permissions.ts';
import { ask } from '@/lib/messages/ask.ts';
import { listFacts, recordCount } from '@/lib/messages/records.ts';
import { whyUnread } from '@/lib/messages/stored.ts';
import { recordChanges } from '@/lib/records/changes.ts';
import type { Problem } from '@/lib/services/index.ts';
import { keepStorage } from '@/lib/storage/persist.ts';
import { refreshesNow, refreshOf } from '@/lib/storage/refresh.ts';
import { connections, connectionWith, type Preferences, watch } from '@/lib/storage/settings.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { problemText } from '@/lib/text/problems.ts';
import { type Tell, usePermission, useSaid } from './useSetting.ts';

interface KnownCount {
  count: number;
  /** When the whole list was last read. */
  listReadAt: number | undefined;
  /** Whether nothing is stored of the connection's lists. */
  isEmpty: boolean;
  /** Why neither is known. */
  unread?: Problem;
}
const noneKnown: KnownCount = { count: 0, listReadAt: undefined, isEmpty: true };

const asUnread = (error: unknown): KnownCount => ({ ...noneKnown, unread: whyUnread(error) });

async function knownOf(account: string, seoAccount: string | undefined): Promise<KnownCount> {
  const [count, facts, projects, projectFacts] = await Promise.all([
    recordCount('websites', account),
    listFacts('websites', account),
    seoAccount ? recordCount('projects', seoAccount) : 0,
    seoAccount ? listFacts('projects', seoAccount) : undefined,
  ]);
  // Records that another key has reported are not counted, but stored.
  const isReplaced = facts?.replaced !== undefined || projectFacts?.replaced !== undefined;
  return { count, listReadAt: facts?.whole, isEmpty: !count && !facts?.whole && !projects && !isReplaced };
}

/** What is stored of the connected account's sites, and the progress of reading its list; follows the connection. */
function useRefresh(id: string, start: string | undefined) {
  const [account, setAccount] = useState(start);
  const [seoAccount, setSeoAccount] = useState<string>();
  const [refreshes, setRefreshes] = useState(refreshesNow.fallback);
  const [known, setKnown] = useState<KnownCount>(noneKnown);
  useEffect(() => {
    const stops = [
      watchSince(refreshesNow, setRefreshes),
      watchSince(
        connections,
        (all) => {
          const now = connectionWith(all, id);
          setAccount(now?.account);
          setSeoAccount(now?.seoAccount);
        },
        (all) => {
          const stored = connectionWith(all, id);
          return stored?.account === start && !stored?.seoAccount;
        },
      ),
    ];
    return () => stops.forEach((stop) => void stop());
  }, [id, start]);

  const refresh = refreshOf(refreshes, account);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted again whenever the refresh changes state
  useEffect(() => {
    setKnown(noneKnown);
    if (!account) return;
    let isShown = true;
    const look = async () => {
      const now = await knownOf(account, seoAccount).catch(asUnread);
      if (isShown) setKnown(now);
    };
    void look();
    let seen: (number | undefined)[] = [];
    const stop = watch(recordChanges, (all) => {
      const changes = [all[account], seoAccount ? all[seoAccount] : undefined];
      if (changes.some((count, at) => count !== seen[at])) void look();
      seen = changes;
    });
    return () => {
      isShown = false;
      stop();
    };
  }, [account, seoAccount, refresh.state, refresh.started]);

  return { account, ...known, refresh };
}

/** The known sites, their refresh, and the badge that is based on it. */
export function useKnownSites(
  id: string,
  start: string | undefined,
  change: (part: Partial<Preferences>, tell: Tell) => Promise<void>,
) {
  const [said, tell] = useSaid();
  const { account, ...known } = useRefresh(id, start);
  const [forgotten, setForgotten] = useState<string>();
  const onRefresh = async () => {
    setForgotten(undefined);
    keepStorage();
    const answer = await ask('records.refresh', { connection: id });
    if (!answer.ok) tell({ failed: problemText(answer.problem) });
  };
  const onForget = async () => {
    const answer = await ask('records.forget', { connection: id });
    if (answer.ok) setForgotten(account);
    else tell({ failed: problemText(answer.problem) });
  };
  const { isDenied, onSwitch } = usePermission({ request: requestTabs, drop: dropTabs }, async (badge) => {
    await change({ badge }, tell);
    // Only the whole list shows which sites are not registered.
    if (badge && account && !known.listReadAt && !known.unread) await onRefresh();
  });
  return {
    said,
    isConnected: account !== undefined,
    panel: {
      ...known,
      isForgotten: known.isEmpty && account !== undefined && account === forgotten,
      onRefresh: () => void onRefresh(),
      onStop: () => void ask('records.stop', { connection: id }),
      onForget: () => void onForget(),
    },
    badge: { isDenied, onChange: onSwitch },
  };
}
