import type { Website } from '../../services/index.ts';

type Update = Readonly<Record<string, unknown>>;
type Answer = Promise<Website | undefined>;

/** A change whose turn has not come; `by`: the answer of a later one that sets all of it too. */
interface Waiting {
  fields: Update;
  by?: Answer;
}

/** Of each record, the last write that was asked for, and the last change that waits. */
const lasts = new Map<string, Promise<void>>();
const waiting = new Map<string, Waiting>();

const keyOf = (account: string, id: string) => JSON.stringify([account, id]);
const nothing = () => {};

/** Makes one write of a record once those before it have ended, however they did: of two at once, the last to arrive would win. */
export function inTurn<T>(account: string, id: string, write: () => Promise<T>): Promise<T> {
  const key = keyOf(account, id);
  const turn = (lasts.get(key) ?? Promise.resolve()).then(write);
  const last = turn.then(nothing, nothing);
  lasts.set(key, last);
  void last.then(() => lasts.get(key) === last && lasts.delete(key));
  return turn;
}

/** Whether the later change sets everything that the earlier would. A password goes with the privacy it belongs to. */
const supersedes = (later: Update, earlier: Update) =>
  Object.keys(earlier).every((name) => name in later || (name === 'password' && 'privacy' in later));

/** Makes one change of a record in its turn; not at all where a later one supersedes it by then, whose answer it gets. */
export function changeInTurn(account: string, id: string, fields: Update, send: () => Answer): Answer {
  const key = keyOf(account, id);
  const before = waiting.get(key);
  const own: Waiting = { fields };
  waiting.set(key, own);
  const turn = inTurn(account, id, async () => {
    if (waiting.get(key) === own) waiting.delete(key);
    return own.by ? undefined : send();
  });
  const answer = turn.then((website) => own.by ?? website);
  if (before && supersedes(fields, before.fields)) before.by = answer;
  return answer;
}
