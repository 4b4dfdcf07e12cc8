import type { Registration } from '../../messages/commands.ts';
import type { Website } from '../../services/index.ts';

/** A write, with what other writes to the same place need to know about it (see `placeOf`). */
interface Write {
  account: string;
  /** The host and the whole input (as JSON), if the write is a create. */
  create?: { host: string; input: string };
  /** The fields that the write sets, if it is an update by hand. */
  fields?: Readonly<Record<string, unknown>>;
}

/** A write in this worker that is under way or waits for its turn. */
export interface Turn extends Write {
  isBegun: boolean;
  answer: Promise<unknown>;
  /** The answer of a later update that sets all fields of this one. If there is one, this update is not sent. */
  by?: Promise<Website | undefined>;
}

/**
 * This worker's writes that are under way or waiting, by place (see `placeOf`). This map only orders the writes; data
 * that must survive the worker is stored with the jobs.
 */
const turns = new Map<string, Turn[]>();

/**
 * Returns the name of the place that a write changes: a host or a record at a service's address. Leaves out the
 * account, because two connections may be one account at the service.
 */
export const placeOf = (url: string, kind: 'host' | 'record', name: string): string =>
  JSON.stringify([url, kind, name]);

/** Returns the writes to a place (see `placeOf`) that are under way or waiting, oldest first. */
export const turnsAt = (place: string): readonly Turn[] => turns.get(place) ?? [];

/** Whether any write of this worker is under way or waiting. */
export const isWriting = (): boolean => turns.size > 0;

/** Returns the input and the answer of a create of this host by this account, if one is under way. */
export function createUnderWay(account: string, host: string) {
  const turn = [...turns.values()].flat().find((one) => one.account === account && one.create?.host === host);
  return turn?.create && { input: turn.create.input, answer: turn.answer as Promise<Registration> };
}

/**
 * Carries out a write after all earlier writes to the same place (see `placeOf`) have ended, even if they failed.
 * Resolves to its result. `what`: what other writes need to know about this one.
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
