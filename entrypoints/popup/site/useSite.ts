import { useEffect, useState } from 'preact/hooks';
import { type Answer, ask } from '@/lib/messages/ask.ts';
import { connections, watch } from '@/lib/storage/settings.ts';
import { afterPaint } from '../afterPaint.ts';
import { loadLater } from '../later.tsx';
import { hasNavigated, type PopupStart } from '../load.ts';
import { untilLeft } from '../untilLeft.ts';
import { reduce, unopened } from './reduce.ts';
import type { Command, Event, Send, State } from './state.ts';

/** How long a pause in typing is (milliseconds). */
const pause = 1000;

/** Carries out a command; resolves to the event that tells of its outcome. */
async function run(command: Command, isPrivate: boolean): Promise<Event> {
  if (command.ask === 'rest') {
    await untilLeft(command.soon ? pause : undefined);
    return { type: 'rested', number: command.number };
  }
  if (command.ask === 'load') {
    const { reloadPopup } = await loadLater();
    const start = await reloadPopup(command.picked, command.isChanged);
    return { type: 'opened', start, number: command.number };
  }
  const { account, host, number } = command;
  const question = { account, host, number };
  if (command.ask === 'site.check') await afterPaint;
  if (command.ask === 'websites.create' && command.still && (await hasNavigated(command.still)))
    return { type: 'navigated', ...question };
  const answer: Answer<unknown> = await ask(command.ask, command.input as never, { private: isPrivate, account });
  return answer.ok
    ? { type: 'answered', ...question, value: answer.value, at: Date.now() }
    : { type: 'refused', ...question, problem: answer.problem };
}

/** Holds the state, and runs what follows from each event. */
function open(start: PopupStart) {
  let state = unopened(start);
  let show = (_: State) => {};
  const send: Send = (event) => {
    const next = reduce(state, event);
    state = next.state;
    show(state);
    for (const command of next.commands) void run(command, state.start.private).then(send);
  };
  send({ type: 'opened', start });
  return {
    now: () => state,
    send,
    showIn(draw: typeof show) {
      show = draw;
      draw(state);
    },
  };
}

/** The state of the popup, above whatever it shows, and the way to tell it what happened. */
export function useSite(start: PopupStart): { state: State; send: Send } {
  const [popup] = useState(() => open(start));
  const [state, setState] = useState(popup.now);
  useEffect(() => {
    popup.showIn(setState);
    return watch(connections, ({ list }) =>
      popup.send({ type: 'changed-elsewhere', accounts: list.map(({ account }) => account) }),
    );
  }, [popup]);
  return { state, send: popup.send };
}
