/** A question to a service, from its sending until its answer is stored. */
export interface Question {
  /**
   * Whether a write or a later answer has changed the record in this slot since the question was sent, or has taken one
   * of `hosts` from it. `hosts`: the hosts that this answer gives the record.
   */
  isOutdated(slot: string, hosts?: readonly string[]): boolean;
  /** Notes the answer that a host belongs to these records and to no others. */
  noteHost(host: string, ids: readonly string[]): void;
  /**
   * Notes that this question's answer about a record is stored. The answer to an earlier question then does not replace
   * it.
   */
  note(slot: string): void;
  /**
   * Whether the question is newer than the account's last write and than every other question whose answer was stored.
   */
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
  /** For each record the number of the last write, or of the question whose answer was stored last. */
  const numbers = new Map<string, number>();
  /** For each host the number of the last question whose answer named its records, and the ids of these records. */
  const proofs = new Map<string, { number: number; ids: readonly string[] }>();
  /** For each account the greatest number of its writes and stored answers. */
  const latest = new Map<string, number>();
  const noteLatest = (account: string, number: number) =>
    void latest.set(account, Math.max(number, latest.get(account) ?? 0));
  const noteAt = (account: string, name: string, number: number) => {
    numbers.set(keyOf(account, name), number);
    noteLatest(account, number);
  };
  const keyOf = (account: string, name: string) => JSON.stringify([account, name]);
  return {
    /** Gives a question its number. Called before the question is sent. */
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
     * Notes that a record was created, changed or deleted. `name`: a website's id or a project's name; '' means that
     * all records of the account were forgotten.
     */
    noteWrite(account: string, name = ''): void {
      if (open.size) noteAt(account, name, ++last);
    },
  };
}
