import type { Registration } from '../../messages/commands.ts';
import type { Website } from '../../services/index.ts';

/** The parts of a write that other writes to the same place need to know. */
interface Write {
  account: string;
  /** Only for a create: its host and its whole input. */
  create?: { host: string; input: string };
  /** Only for an update by hand: the fields that it sets. */
  fields?: Readonly<Record<string, unknown>>;
}

/** A write in this worker that is under way or waits for its turn. */
export interface Turn extends Write {
  isBegun: boolean;
  answer: Promise<unknown>;
  /** The answer of a later update that also sets all of these fields, so that this one is not sent. */
  by?: Promise<Website | undefined>;
}

/** This worker's writes by place. It only orders writes; anything that has to survive the worker is in the queue. */
const turns = new Map<string, Turn[]>();

/** Returns a name for a host or a record at a service's address, since two connections may be one account there. */
export const placeOf = (url: string, kind: 'host' | 'record', name: string): string =>
  JSON.stringify([url, kind, name]);

/** Returns the writes to a place, in their order. */
export const turnsAt = (place: string): readonly Turn[] => turns.get(place) ?? [];

/** Whether any write is under way or waits for its turn. */
export const isWriting = (): boolean => turns.size > 0;

/**
 * Returns the input and the answer of the create of a host that is under way for an account, or undefined if none is.
 */
export function createUnderWay(account: string, host: string) {
  const turn = [...turns.values()].flat().find((one) => one.account === account && one.create?.host === host);
  return turn?.create && { input: turn.create.input, answer: turn.answer as Promise<Registration> };
}

/**
 * Calls `write` once all earlier writes to the place have ended, even if they failed, and resolves to its result.
 * `what`: the data of this write that other writes need.
 */
export function inTurn<T>(place: string, what: Write, write: (turn: Turn) => Promise<T>): Promise<T> {
  const here = turns.get(place) ?? [];
  turns.set(place, here);
  const before = here.at(-1)?.answer;
  const { promise: answer, resolve } = Promise.withResolvers<T>();
  const turn: Turn = { ...what, isBegun: false, answer };
  here.push(turn);
  const end = () => {
    here.splice(here.indexOf(turn), 1);
    if (!here.length) turns.delete(place);
  };
  answer.then(end, end);
  resolve(
    Promise.allSettled([before]).then(() => {
      turn.isBegun = true;
      return write(turn);
    }),
  );
  return answer;
}
