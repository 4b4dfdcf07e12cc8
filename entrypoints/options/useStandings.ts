import { useState } from 'preact/hooks';
import { useWatched } from '@/components/useWatched.ts';
import { requestAccess, watchAccess, withoutAccess } from '@/lib/connections/permissions.ts';
import { addressesOf } from '@/lib/connections/services.ts';
import { ask } from '@/lib/messages/ask.ts';
import { lastReportOf } from '@/lib/storage/lastReport.ts';
import { type ConnectionAddress, type Connections, get, watch } from '@/lib/storage/settings.ts';
import type { ConnectionLine, Standing } from './connectionLines.ts';

async function standingOf(one: ConnectionAddress): Promise<Standing | undefined> {
  const [answer, last, barred] = await Promise.all([
    ask('connection.status', { connection: one.id }),
    get(lastReportOf(one.id)),
    withoutAccess(addressesOf(one)),
  ]);
  return answer.ok ? { status: answer.value, last, barred } : undefined;
}

/** Returns the state of each connection, by id, and keeps it up to date without requests to services. */
export function useStandings({ list }: Connections) {
  const standings = useWatched<Record<string, Standing>>(
    (tell) => {
      const look = (one: ConnectionAddress) =>
        void standingOf(one).then(
          (standing) => standing && tell((now) => ({ ...now, [one.id]: standing })),
          // If reading fails, the previous state stays.
          () => {},
        );
      const lookAtAll = () => list.forEach(look);
      lookAtAll();
      return [watchAccess(lookAtAll), ...list.map((one) => watch(lastReportOf(one.id), () => look(one)))];
    },
    [list],
    {},
  );
  const [testing, setTesting] = useState<string>();
  /** Asks for access to the connection's addresses. Call it directly in a click handler; otherwise browsers refuse. */
  const onAccess = ({ barred }: ConnectionLine) => void requestAccess(barred);
  const onRetry = async ({ id }: ConnectionLine) => {
    setTesting(id);
    await ask('connection.test', { connection: id });
    setTesting((now) => (now === id ? undefined : now));
  };
  return { standings, testing, onAccess, onRetry: (line: ConnectionLine) => void onRetry(line) };
}
