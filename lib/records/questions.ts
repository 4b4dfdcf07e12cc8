/** A question that was sent to a service, until its answer is stored. */
export interface Question {
  /** Whether what its answer says of a record is out of date. */
  isOutdated(slot: string): boolean;
  /** What its answer says of a record is stored, so that an earlier question's answer does not take it back. */
  note(slot: string): void;
  /** Whether nothing of the account was written, or answered to a later question, since it was sent. */
  isLatest(): boolean;
  end(): void;
}

/**
 * Numbers questions and confirmed writes in the order in which they were sent or confirmed, so that an answer takes back
 * neither a write nor what was asked later. In memory: with a worker that is stopped its questions end, too.
 */
export function questions() {
  let last = 0;
  const open = new Set<Question>();
  /** By record: the last write, or the question whose answer was stored. */
  const numbers = new Map<string, number>();
  /** By account: the greatest of these. */
  const latest = new Map<string, number>();
  const noteAt = (account: string, name: string, number: number) => {
    numbers.set(keyOf(account, name), number);
    latest.set(account, Math.max(number, latest.get(account) ?? 0));
  };
  const keyOf = (account: string, name: string) => JSON.stringify([account, name]);
  return {
    /** Called before a question is sent. */
    ask(account: string): Question {
      const number = ++last;
      const isLater = (name: string) => (numbers.get(keyOf(account, name)) ?? 0) > number;
      const question: Question = {
        isOutdated(slot) {
          return [slot, slot.slice(0, Math.max(0, slot.indexOf('\n'))), ''].some(isLater);
        },
        note(slot) {
          noteAt(account, slot, number);
        },
        isLatest: () => (latest.get(account) ?? 0) <= number,
        end() {
          open.delete(question);
          if (open.size) return;
          numbers.clear();
          latest.clear();
        },
      };
      open.add(question);
      return question;
    },
    /** A website, by its id, or a project, by its name, was created, changed or deleted; without a name, all were forgotten. */
    noteWrite(account: string, name = ''): void {
      if (open.size) noteAt(account, name, ++last);
    },
  };
}
