/** A request for records, from its sending until its answer is stored. */
export interface Question {
  /**
   * Whether the answer may be out of date for a record. That is so if, since the request was sent, a write or the
   * answer to a later request has changed the record, or has shown that one of `hosts` does not belong to it. `slot`:
   * the key of the record's row. `hosts`: the hosts that the record has by this answer.
   */
  isOutdated(slot: string, hosts?: readonly string[]): boolean;
  /** Notes that, by this answer, exactly the records with these ids stand for a host. */
  noteHost(host: string, ids: readonly string[]): void;
  /** Notes that this answer about a record is stored. The answer to an earlier request then does not replace it. */
  note(slot: string): void;
  /** Whether this request is later than every write to the account and every stored answer. */
  isLatest(): boolean;
  end(): void;
}

/**
 * Returns a counter that numbers requests when they are sent and writes when they are confirmed. By these numbers, an
 * answer never replaces a later write or a later answer. In memory only: when the worker stops, its requests end, too.
 */
export function questions() {
  let last = 0;
  const open = new Set<Question>();
  /** For each record, the sequence number of its last write, or of the request whose answer for it was stored last. */
  const numbers = new Map<string, number>();
  /** For each host, the ids of the records that stand for it, and the number of the request whose answer said so. */
  const proofs = new Map<string, { number: number; ids: readonly string[] }>();
  /** For each account, the greatest sequence number among its writes and its stored answers. */
  const latest = new Map<string, number>();
  const noteLatest = (account: string, number: number) =>
    void latest.set(account, Math.max(number, latest.get(account) ?? 0));
  const noteAt = (account: string, name: string, number: number) => {
    numbers.set(keyOf(account, name), number);
    noteLatest(account, number);
  };
  const keyOf = (account: string, name: string) => JSON.stringify([account, name]);
  return {
    /** Gives a request its number. Call it before the request is sent. */
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
     * Notes that a record was created, changed or deleted. `name`: the website's id or the project's name; '' if all
     * records of the account were forgotten.
     */
    noteWrite(account: string, name = ''): void {
      if (open.size) noteAt(account, name, ++last);
    },
  };
}
