import { useEffect, useState } from 'preact/hooks';
import { type Answer, ask } from '@/lib/messages/ask.ts';
import { connections, watch } from '@/lib/storage/settings.ts';
import { afterPaint } from '../afterPaint.ts';
import { loadLater } from '../later.tsx';
import { hasNavigated, type PopupStart } from '../load.ts';
import { untilLeft } from '../untilLeft.ts';
import { opening } from './opening.ts';
import type { Command, Event, Send, State } from './state.ts';
import type { Turn } from './turn.ts';

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

/** Holds the state, and runs what follows from each event. Until there is a script for them, events wait. */
function hold(start: PopupStart) {
  let { state, commands }: Turn = opening(start);
  let show = (_: State) => {};
  const waiting: Event[] = [];
  let send: Send = (event) => void waiting.push(event);
  const runAll = () => {
    for (const command of commands) void run(command, start.private).then((event) => send(event));
  };
  runAll();
  void loadLater().then(({ reduce }) => {
    send = (event) => {
      ({ state, commands } = reduce(state, event));
      show(state);
      runAll();
    };
    for (const event of waiting) send(event);
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

/** The state of the popup, above whatever it shows, and the way to tell it what happened. */
export function useSite(start: PopupStart): { state: State; send: Send } {
  const [popup] = useState(() => hold(start));
  const [state, setState] = useState(popup.first);
  useEffect(() => {
    popup.showIn(setState);
    return watch(connections, ({ list }) =>
      popup.send({ type: 'changed-elsewhere', accounts: list.map(({ account }) => account) }),
    );
  }, [popup]);
  return { state, send: popup.send };
}
