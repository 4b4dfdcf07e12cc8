import { useState } from 'preact/hooks';
import { useStored } from '@/components/useStored.ts';
import { useWatched } from '@/components/useWatched.ts';
import { nameOf } from '@/lib/connections/name.ts';
import { type Answer, ask } from '@/lib/messages/ask.ts';
import { listFacts, recordCount } from '@/lib/messages/records.ts';
import { whyUnread } from '@/lib/messages/stored.ts';
import { recordChanges } from '@/lib/records/changes.ts';
import { keepStorage } from '@/lib/storage/persist.ts';
import { refreshesNow, refreshOf } from '@/lib/storage/refresh.ts';
import type { ConnectionAddress, Connections } from '@/lib/storage/settings.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { problemText } from '@/lib/text/problems.ts';
import type { Known } from './knownSites.ts';

async function knownOf({ account, seoAccount }: ConnectionAddress): Promise<Known> {
  const [count, facts, projects, projectFacts] = await Promise.all([
    recordCount('websites', account),
    listFacts('websites', account),
    seoAccount ? recordCount('projects', seoAccount) : 0,
    seoAccount ? listFacts('projects', seoAccount) : undefined,
  ]);
  // `count` leaves out records that were read with a previous key. They are still stored, so they can be forgotten.
  const isReplaced = facts?.replaced !== undefined || projectFacts?.replaced !== undefined;
  return { count, readAt: facts?.whole, isEmpty: !count && !facts?.whole && !projects && !isReplaced };
}

const asUnread = (error: unknown): Known => ({
  count: 0,
  readAt: undefined,
  isEmpty: true,
  unread: whyUnread(error),
});

export function useKnownSites({ list }: Connections) {
  const refreshes = useStored(refreshesNow);
  const [isForgotten, setForgotten] = useState(false);
  const [hasRead, setHasRead] = useState(false);
  const [failure, setFailure] = useState<string>();
  const readings = list.map((one) => ({ name: nameOf(one), refresh: refreshOf(refreshes, one.account) }));
  const states = readings.map(({ refresh }) => `${refresh.state} ${refresh.started}`).join();
  // The sites are counted again whenever a reading changes its state.
  const known = useWatched<readonly Known[] | undefined>(
    (tell) => {
      let last = 0;
      const look = async () => {
        last += 1;
        const mine = last;
        const now = await Promise.all(list.map((one) => knownOf(one).catch(asUnread)));
        if (mine === last) tell(now);
      };
      return watchSince(recordChanges, () => void look());
    },
    [list, states],
  );

  /** Sends a command for each connection, and shows the first problem. Resolves to whether all commands succeeded. */
  const askAll = async (ids: readonly string[], question: (connection: string) => Promise<Answer<unknown>>) => {
    const answers = await Promise.all(ids.map(question));
    const refused = answers.find(({ ok }) => !ok);
    setFailure(refused && !refused.ok ? problemText(refused.problem) : undefined);
    return !refused;
  };
  const read = async (ids: readonly string[]) => {
    setForgotten(false);
    setHasRead(true);
    keepStorage();
    await askAll(ids, (connection) => ask('records.refresh', { connection }));
  };
  const ids = list.map(({ id }) => id);
  return {
    known: known?.length === list.length ? known : undefined,
    readings,
    hasRead,
    failure,
    isForgotten: isForgotten && (known?.every(({ isEmpty }) => isEmpty) ?? false),
    onRefresh: () => void read(ids),
    /** Reads all lists that were never read to the end. Only a complete list tells which sites are not registered. */
    readMissing: () => read(ids.filter((_id, at) => !known?.[at]?.readAt && !known?.[at]?.unread)),
    onStop: () => void askAll(ids, (connection) => ask('records.stop', { connection })),
    onForget: () => void askAll(ids, (connection) => ask('records.forget', { connection })).then(setForgotten),
  };
}

export type KnownSites = ReturnType<typeof useKnownSites>;
