/** A question to a service, from its sending until its answer is stored. */
export interface Question {
  /**
   * Whether the record in this slot, or one of `hosts` that the answer gives it, has changed since the question was
   * sent.
   */
  isOutdated(slot: string, hosts?: readonly string[]): boolean;
  /** Notes that, by its answer, a host belongs to these records and no others. */
  noteHost(host: string, ids: readonly string[]): void;
  /** Notes that its answer about a record is stored, so that the answer to an earlier question does not replace it. */
  note(slot: string): void;
  /** Whether the account has had no write, and no answer to a later question, since it was sent. */
  isLatest(): boolean;
  end(): void;
}

/**
 * Numbers questions in the order of sending and writes in the order of confirmation, so that an answer never replaces a
 * later write or a later answer. In memory only: when the worker stops, its questions end, too.
 */
export function questions() {
  let last = 0;
  const open = new Set<Question>();
  /** For each record the last write, or the question whose answer was stored. */
  const numbers = new Map<string, number>();
  /** For each host the last question whose answer named its records, and these records. */
  const proofs = new Map<string, { number: number; ids: readonly string[] }>();
  /** For each account the greatest of all these numbers. */
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
    /**
     * Notes that a website (by its id) or a project (by its name) was created, changed or deleted; without a name, that
     * all were forgotten.
     */
    noteWrite(account: string, name = ''): void {
      if (open.size) noteAt(account, name, ++last);
    },
  };
}
