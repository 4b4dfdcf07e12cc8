/** A request for records. It is open from the moment it is sent until its answer is stored. */
export interface Question {
  /**
   * Whether newer data about a record is already stored than this answer contains, from a later write or from the
   * answer to a later request. `slot`: the key of the record's row. `hosts`: the record's hosts in this answer.
   */
  isOutdated(slot: string, hosts?: readonly string[]): boolean;
  /** Notes that, according to the answer, the records with these ids are the only ones that have this host. */
  noteHost(host: string, ids: readonly string[]): void;
  /** Notes that this answer is stored for a record, so that the answer to an earlier request does not replace it. */
  note(slot: string): void;
  /**
   * Whether nothing newer is known about the account: there was no later write, and no answer to a later request was
   * stored.
   */
  isLatest(): boolean;
  end(): void;
}

/**
 * Makes a counter that puts requests and writes in order, so that an old answer never replaces a later write or answer.
 * A request gets its number when it is sent, a write when it is confirmed. The numbers are in memory only, because open
 * requests end with the worker.
 */
export function questions() {
  let last = 0;
  const open = new Set<Question>();
  /** For each record, the number of the last write to it or of the last stored answer about it. */
  const numbers = new Map<string, number>();
  /** For each host, the ids of the records that have it, and the number of the request that showed this. */
  const proofs = new Map<string, { number: number; ids: readonly string[] }>();
  /** For each account, the greatest number of any write or stored answer. */
  const latest = new Map<string, number>();
  const noteLatest = (account: string, number: number) =>
    void latest.set(account, Math.max(number, latest.get(account) ?? 0));
  const noteAt = (account: string, name: string, number: number) => {
    numbers.set(keyOf(account, name), number);
    noteLatest(account, number);
  };
  const keyOf = (account: string, name: string) => JSON.stringify([account, name]);
  return {
    /** Gives a request its number. Call it right before the request is sent. */
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
     * Notes a confirmed write: a record was created, changed or deleted. `name`: the website's id or the project's
     * name; `''` once the person has removed all stored records of the account.
     */
    noteWrite(account: string, name = ''): void {
      if (open.size) noteAt(account, name, ++last);
    },
  };
}
