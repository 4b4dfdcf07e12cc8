import { useState } from 'preact/hooks';
import { useWatched } from '@/components/useWatched.ts';
import { connections, watch } from '@/lib/storage/settings.ts';
import { afterPaint } from '../afterPaint.ts';
import { loadLater } from '../later.tsx';
import type { PopupStart } from '../load.ts';
import { askQuestion } from './ask.ts';
import { opening } from './opening.ts';
import type { Command, Event, Send, State } from './state.ts';
import type { Turn } from './turn.ts';

/**
 * Makes the object that holds the popup's state, takes events, and runs the commands that follow from them. Events wait
 * until the reducer's script has loaded.
 */
function hold(start: PopupStart) {
  let { state, commands }: Turn = opening(start);
  let show = (_: State) => {};
  const waiting: Event[] = [];
  /**
   * Runs a command. The first look-up does not wait for the script that runs the other commands. Once that script has
   * loaded, commands run without delay, because the popup may close at any time.
   */
  let run = async (command: Command) => {
    await afterPaint;
    if (command.ask === 'site.check') return askQuestion(command, start.private);
    return (await loadLater()).run(command, start.private);
  };
  let send: Send = (event) => void waiting.push(event);
  const runAll = () => {
    for (const command of commands) void run(command).then((event) => event && send(event));
  };
  runAll();
  void loadLater().then(({ reduce, run: runNow }) => {
    run = (command) => runNow(command, start.private);
    send = (event) => {
      ({ state, commands } = reduce(state, event));
      show(state);
      runAll();
    };
    // Handles the waiting events before the stored drafts are shown, because the person has not seen those drafts yet.
    waiting.forEach(send);
  });
  return {
    first: state,
    send: (event: Event) => send(event),
    showIn(draw: typeof show) {
      show = draw;
      draw(state);
    },
  };
}

export function useSite(start: PopupStart): { state: State; send: Send } {
  const [popup] = useState(() => hold(start));
  const state = useWatched(
    (tell) => {
      popup.showIn(tell);
      return watch(connections, ({ list }) =>
        popup.send({ type: 'changed-elsewhere', accounts: list.map(({ account }) => account) }),
      );
    },
    [popup],
    popup.first,
  );
  return { state, send: popup.send };
}
