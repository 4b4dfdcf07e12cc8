/** A question that was sent to a service, until its answer is stored. */
export interface Question {
  /** Whether what its answer says of a record is out of date; `hosts`: that the answer says it stands for. */
  isOutdated(slot: string, hosts?: readonly string[]): boolean;
  /** Its answer says that these records, and no others, stand for a host. */
  noteHost(host: string, ids: readonly string[]): void;
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
  /** By host: the last question whose answer said which records stand for it, and which these are. */
  const proofs = new Map<string, { number: number; ids: readonly string[] }>();
  /** By account: the greatest of all these numbers. */
  const latest = new Map<string, number>();
  const noteLatest = (account: string, number: number) =>
    void latest.set(account, Math.max(number, latest.get(account) ?? 0));
  const noteAt = (account: string, name: string, number: number) => {
    numbers.set(keyOf(account, name), number);
    noteLatest(account, number);
  };
  const keyOf = (account: string, name: string) => JSON.stringify([account, name]);
  return {
    /** Called before a question is sent. */
    ask(account: string): Question {
      const number = ++last;
      const isLater = (name: string) => (numbers.get(keyOf(account, name)) ?? 0) > number;
      const question: Question = {
        isOutdated(slot, hosts = []) {
          const [id = ''] = slot.split('\n', 1);
          const isGone = (host: string) => {
            const proof = proofs.get(keyOf(account, host));
            return proof !== undefined && proof.number > number && !proof.ids.includes(id);
          };
          return [slot, id, ''].some(isLater) || hosts.some(isGone);
        },
        noteHost(host, ids) {
          const name = keyOf(account, host);
          if (number > (proofs.get(name)?.number ?? 0)) proofs.set(name, { number, ids });
          noteLatest(account, number);
        },
        note(slot) {
          noteAt(account, slot, number);
        },
        isLatest: () => (latest.get(account) ?? 0) <= number,
        end() {
          open.delete(question);
          if (open.size) return;
          numbers.clear();
          proofs.clear();
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
