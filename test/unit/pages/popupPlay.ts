import type { PopupStart } from '@/entrypoints/popup/load.ts';
import { opening } from '@/entrypoints/popup/site/opening.ts';
import { reduce } from '@/entrypoints/popup/site/reduce.ts';
import type { Command, Event, State } from '@/entrypoints/popup/site/state.ts';
import { siteOf } from '@/entrypoints/popup/site/view.ts';
import { startAt } from './popupStart.ts';

/** An event, or one that depends on the state by then. */
export type Step = Event | ((popup: { state: State; asked: readonly Command[] }) => Event);

/** Plays events from the opening on; what was asked last by each. */
export function playAt(start: Partial<PopupStart>, ...steps: readonly Step[]) {
  const first = opening(startAt(start));
  let { state } = first;
  const asked = [...first.commands];
  let last: readonly Command[] = asked;
  for (const step of steps) {
    const next = reduce(state, typeof step === 'function' ? step({ state, asked }) : step);
    state = next.state;
    last = next.commands;
    asked.push(...last);
  }
  return { state, site: siteOf(state), last, asked };
}

/** The site and the number of what was commanded last under this name, or of the one before. */
export function questionOf(asked: readonly Command[], ask: Command['ask'], back = 0) {
  const command = asked.filter((one) => one.ask === ask).at(-1 - back);
  if (!command || !('account' in command) || !('number' in command)) throw new Error(`${ask} was not asked`);
  return { account: command.account, host: command.host, number: command.number };
}

export const looked: Event = { type: 'looked' };
export const open =
  (...given: Parameters<typeof startAt>): Step =>
  ({ state }) => ({ type: 'opened', start: startAt(...given), number: state.loading });
/** Nobody is typing: what the service says may take the place of what is shown. */
export const rested: Step = ({ state }) => ({ type: 'rested', number: state.held[0]?.number ?? -1 });
