import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Answer, ask } from '@/lib/messages/ask.ts';
import type { ConnectionStatus } from '@/lib/messages/commands.ts';
import { connections, connectionWith } from '@/lib/storage/settings.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { isSame } from '@/lib/util/isSame.ts';
import type { ConnectionStart } from './load.ts';
import type { Addresses } from './useDraft.ts';

/** On this channel, pages tell each other that a key has changed. */
export const channelName = 'connection';

type StatusQuestion = Promise<Answer<ConnectionStatus>>;

/** The stored connection, kept up to date when other windows change it. */
export function useStoredConnection(start: ConnectionStart) {
  const { id } = start;
  const [saved, setSaved] = useState<Addresses | undefined>(start.connection);
  const [status, setStatus] = useState(start.status);
  const [channel] = useState(() => new BroadcastChannel(channelName));
  const turn = useRef({ asked: 0, shown: 0 });

  /** Applies an answer unless a later request's was already applied. */
  const show = useCallback(async (question: StatusQuestion) => {
    turn.current.asked += 1;
    const mine = turn.current.asked;
    const answer = await question;
    if (!answer.ok || mine < turn.current.shown) return answer;
    turn.current.shown = mine;
    setStatus(answer.value);
    return answer;
  }, []);

  /** Updates the status of the keys after a change in this window, and notifies the other windows. */
  const follow = useCallback(
    async (question: StatusQuestion = ask('connection.status', { connection: id })) => {
      const answer = await show(question);
      channel.postMessage('changed');
      return answer;
    },
    [show, channel, id],
  );

  useEffect(() => {
    const look = () => void show(ask('connection.status', { connection: id }));
    channel.onmessage = look;
    const stop = watchSince(
      connections,
      (value) => {
        setSaved(connectionWith(value, id));
        look();
      },
      (value) => isSame(connectionWith(value, id), start.connection),
    );
    return () => {
      stop();
      channel.onmessage = null;
    };
  }, [channel, show, id, start.connection]);

  return { saved, setSaved, status, follow };
}
