import { isWhole } from '@/lib/records/known.ts';
import { memoryStore } from '@/lib/records/memory.ts';
import { type Question, questions } from '@/lib/records/questions.ts';
import { factsOf } from '@/lib/records/read.ts';
import { isSlotOf } from '@/lib/records/rules.ts';
import type { Row } from '@/lib/records/types.ts';
import {
  dropRecord,
  finishPass,
  forgetAccount,
  keepAccounts,
  moveList,
  proveHost,
  putAnswer,
  putFields,
  startPass,
} from '@/lib/records/write.ts';
import type { Incomplete, Listing, Website } from '@/lib/services/index.ts';
import { type PageAnswer, type ReadPosition, readPages } from '@/lib/services/readPages.ts';

/** How a service's list behaves. */
export interface Habits {
  pageSize: number;
  /** Ids are given again, lowest first; else they grow. */
  reusesIds: boolean;
  /** Its list ends after this many pages, although it has more. */
  endsAfter: number | undefined;
  /** Each page begins with the last row of the one before. */
  repeats: boolean;
  /** It does not say how many it has. */
  uncounted: boolean;
  /** Its lists leave the privacy out. */
  terse: boolean;
}

interface Truth {
  id: string;
  domain: string;
  privacy: 0 | 1;
  /** When it came to be, was renamed last, and when its privacy was last set, in steps. */
  named: number;
  set: number;
}

interface Pending {
  /** What the service answers; it was decided as it was asked. */
  answer: () => Promise<void>;
  give: () => void;
}

const hostAt = (at: number) => `h${at}.example`;

/** What was said of a record's privacy, and when the answer came, in steps. */
interface Said {
  privacy: 0 | 1 | undefined;
  at: number;
}

/** A service, other people who use it, a worker that may be stopped, and what it has stored. */
export class World {
  readonly store = memoryStore();
  step = 0;
  private questions = questions();
  private truth: Truth[] = [];
  private nextId = 1;
  private open: Pending[] = [];
  private reading: { pass: number; place: ReadPosition | undefined; began: number } | undefined;
  /** In one reading others only remove, or only add, as does who creates here: both at once, no reader notices. */
  private others: 'create' | 'delete' | undefined;
  /** What was said, by id and domain, and the last step at which a delivered answer was asked that said so. */
  private readonly said = new Map<string, number>();
  /** What was heard last of an id. */
  private readonly lastSaid = new Map<string, { domain: string; asked: number }>();
  private readonly written = new Map<string, { privacy: 0 | 1; step: number }>();
  private readonly deleted = new Map<string, number>();
  /** Records that are being changed or deleted: one after the other. */
  private pending = new Set<string>();
  /** Deletions that were sent from here, until their answer comes; a worker that is stopped leaves them to the next. */
  private readonly sent = new Set<string>();
  private wholeSince: number | undefined;
  private account = 'a0';
  private accounts = 0;
  /** By record: when an answer to a write of it came. */
  private readonly settled = new Map<string, number>();
  /** By host: the records that a complete answer said to stand for it, and when that was asked. */
  private readonly proved = new Map<string, { ids: ReadonlySet<string>; asked: number }>();
  /** By id and domain. */
  private readonly privacies = new Map<string, Said[]>();
  /** What was stored of a replaced key, and is not reported, deleted or read past since. */
  private readonly marked = new Set<string>();
  /** What was stored of it at all, until the whole list is read. */
  private readonly ofLastKey = new Set<string>();
  private readonly habits: Habits;

  constructor(habits: Habits) {
    this.habits = habits;
  }

  private shown({ id, domain, privacy }: Truth, isList = false): Website {
    return { id, domain, ...(isList && this.habits.terse ? {} : { privacy }) };
  }

  private heard(items: readonly Website[], asked: number, isLate = (_id: string) => false): void {
    for (const { id, domain, privacy } of items) {
      if (isLate(id)) continue;
      const name = `${id} ${domain}`;
      this.said.set(name, asked);
      this.lastSaid.set(id, { domain, asked });
      this.privacies.set(name, [...(this.privacies.get(name) ?? []), { privacy: privacy as 0 | 1, at: this.step }]);
      this.marked.delete(id);
    }
  }

  /** A question whose answer comes later, or never. Where its account is connected no more by then, nothing is stored. */
  private ask(answer: (question: Question) => Promise<unknown>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { account } = this;
    const question = this.questions.ask(account);
    const settle = async () => {
      if (account === this.account) await answer(question);
      question.end();
    };
    this.open.push({ answer: settle, give: resolve });
    return promise;
  }

  // Other people.

  createThere(at: number): void {
    if (this.reading && this.others === 'delete') return;
    this.others = 'create';
    this.add(hostAt(at));
  }
  private add(domain: string): Truth {
    // One whose deletion is not answered is not given again yet.
    const taken = new Set([...this.truth.map(({ id }) => id), ...this.pending]);
    let number = this.habits.reusesIds ? 1 : this.nextId++;
    while (taken.has(String(number))) number++;
    const made: Truth = { id: String(number), domain, privacy: 1, named: this.step, set: this.step };
    this.truth.push(made);
    this.truth.sort((a, b) => Number(a.id) - Number(b.id));
    return made;
  }
  deleteThere(at: number): void {
    // Without a count, a reader cannot notice it.
    if (this.reading && (this.others === 'create' || this.habits.uncounted)) return;
    this.others = 'delete';
    this.truth.splice(at % (this.truth.length || 1), 1);
  }
  renameThere(at: number, to: number): void {
    const one = this.truth[at % (this.truth.length || 1)];
    if (one) Object.assign(one, { domain: hostAt(to), named: this.step });
  }
  setThere(at: number): void {
    const one = this.truth[at % (this.truth.length || 1)];
    if (one) Object.assign(one, { privacy: one.privacy ? 0 : 1, set: this.step });
  }

  // What the worker asks.

  show(at: number): void {
    const one = this.truth[at % (this.truth.length || 1)];
    if (!one) return;
    const asked = this.step;
    const items = [this.shown(one)];
    void this.ask((question) => this.keep(question, items, asked));
  }

  /** Stores an answer. What was out of date in it counts as not said. */
  private async keep(question: Question, items: readonly Website[], asked: number, more: object = {}) {
    const late = new Set<string>();
    const noting = {
      ...question,
      isOutdated(slot: string, hosts?: readonly string[]) {
        const isLate = question.isOutdated(slot, hosts);
        if (isLate) late.add(slot);
        return isLate;
      },
    };
    const answer = { items, at: this.step, question: noting, ...more };
    const isKept = await putAnswer(this.store, 'websites', this.account, answer);
    if (isKept) this.heard(items, asked, (id) => late.has(id));
    return isKept;
  }

  /** A page that is the whole list. */
  list(): void {
    const asked = this.step;
    const items = this.truth.map((one) => this.shown(one, true));
    void this.ask(async (question) => {
      const { facts: before } = await this.stored();
      await this.keep(question, items, asked, { whole: true, total: items.length });
      const { facts } = await this.stored();
      if (facts?.pass === before?.pass || facts?.why) return;
      this.wholeSince = asked;
      for (const all of [this.marked, this.ofLastKey]) all.clear();
    });
  }

  /** A complete answer about a host. */
  find(at: number): void {
    const host = hostAt(at);
    const asked = this.step;
    const items = this.truth.filter(({ domain }) => domain === host).map((one) => this.shown(one));
    const ids = items.map(({ id }) => id);
    void this.ask(async (question) => {
      await this.keep(question, items, asked);
      await proveHost(this.store, this.account, host, ids, question);
      if (asked > (this.proved.get(host)?.asked ?? 0)) this.proved.set(host, { ids: new Set(ids), asked });
    });
  }

  create(at: number, isReported: boolean): void {
    if (this.reading && this.others === 'delete') return;
    this.others = 'create';
    const made = this.add(hostAt(at));
    // The next page of a reading may be short of it, or show others twice.
    const items = [this.shown(made)];
    const asked = this.step;
    void this.ask(async (question) => {
      const { id, privacy } = items[0] as Truth;
      // Somebody saw it in the list and changed or deleted it, before we heard that it was made.
      if (!isReported || question.isOutdated(id)) return;
      this.noteWrite(id);
      this.written.set(id, { privacy, step: asked });
      this.heard(items, asked);
      await putAnswer(this.store, 'websites', this.account, { items, at: this.step });
    });
  }

  update(at: number, privacy: 0 | 1, isReported: boolean): void {
    const one = this.truth[at % (this.truth.length || 1)];
    if (!one || this.pending.has(one.id)) return;
    this.pending.add(one.id);
    Object.assign(one, { privacy, set: this.step });
    const asked = this.step;
    const items = [this.shown(one)];
    void this.ask(async (question) => {
      this.pending.delete(one.id);
      // Of a record that was asked about since, only what was written is newer.
      const isLater = question.isOutdated(one.id);
      this.noteWrite(one.id);
      this.written.set(one.id, { privacy, step: asked });
      if (!isReported || isLater) {
        for (const [name, all] of this.privacies)
          if (name.startsWith(`${one.id} `)) all.push({ privacy, at: this.step });
        return putFields(this.store, this.account, one.id, { privacy }, this.step);
      }
      this.heard(items, asked);
      await putAnswer(this.store, 'websites', this.account, { items, at: this.step });
    });
  }

  remove(at: number): void {
    const place = at % (this.truth.length || 1);
    const gone = this.truth[place];
    if (!gone || this.pending.has(gone.id)) return;
    this.truth.splice(place, 1);
    this.pending.add(gone.id);
    this.sent.add(gone.id);
    const asked = this.step;
    void this.ask(async () => {
      this.pending.delete(gone.id);
      this.sent.delete(gone.id);
      this.noteWrite(gone.id);
      this.deleted.set(gone.id, asked);
      this.written.delete(gone.id);
      for (const slot of this.marked) if (isSlotOf(gone.id, slot)) this.marked.delete(slot);
      await dropRecord(this.store, 'websites', this.account, gone.id);
    });
  }

  private noteWrite(id: string): void {
    this.questions.noteWrite(this.account, id);
    this.settled.set(id, this.step);
  }

  // What the person does with the connection.

  private forgetSaid(): void {
    for (const all of [this.said, this.lastSaid, this.written, this.proved, this.marked, this.ofLastKey]) all.clear();
    this.wholeSince = undefined;
    this.reading = undefined;
  }

  async forgetList(): Promise<void> {
    this.questions.noteWrite(this.account);
    this.forgetSaid();
    this.privacies.clear();
    await forgetAccount(this.store, this.account);
  }

  /** Another key at the same address, which may be another account's. */
  async replaceKey(isOther: boolean): Promise<void> {
    const from = this.account;
    this.account = `a${++this.accounts}`;
    const { rows } = await this.stored(from);
    this.forgetSaid();
    for (const all of [this.deleted, this.pending, this.sent]) all.clear();
    for (const { slot } of rows) for (const all of [this.marked, this.ofLastKey]) all.add(slot);
    if (isOther) this.truth = [];
    await moveList(this.store, 'websites', from, this.account, this.step);
    await keepAccounts(this.store, [this.account]);
  }

  /** The connection is removed, and made again. */
  async reconnect(): Promise<void> {
    this.forgetSaid();
    this.privacies.clear();
    for (const all of [this.deleted, this.pending, this.sent]) all.clear();
    await keepAccounts(this.store, []);
    this.account = `a${++this.accounts}`;
  }

  async read(): Promise<void> {
    if (this.reading) return;
    this.others = undefined;
    const pass = await startPass(this.store, 'websites', this.account, this.step);
    this.reading = { pass, place: undefined, began: this.step };
    this.goOn();
  }

  /** Reads from where a worker that was stopped has come. */
  private goOn(): void {
    const { reading, account, questions: asking } = this;
    if (!reading) return;
    const list = async (cursor: string | undefined): Promise<PageAnswer<Website>> => {
      if (account !== this.account) return { ok: false, problem: { kind: 'setup', code: 'other-service' } };
      const asked = this.step;
      const { items, ...page } = this.page(Number(cursor ?? 0));
      let isKept = false;
      await this.ask(async (question) => {
        const more = { position: reading.place?.read ?? 0, pass: reading.pass };
        isKept = await this.keep(question, items, asked, more);
      });
      return isKept ? { ok: true, value: { items, ...page } } : { ok: false, problem: { kind: 'cancelled' } };
    };
    const onPage = (_: Website[], place: ReadPosition) => {
      if (place.cursor) reading.place = place;
    };
    void readPages<Website>({ list, onPage, ...(reading.place ? { from: reading.place } : {}) }).then(async (read) => {
      if (asking !== this.questions || !read.ok) return;
      const why = this.whyNot(read.value);
      const end = await finishPass(this.store, 'websites', account, { pass: reading.pass, now: this.step, ...why });
      if (end && !end.why) {
        this.wholeSince = reading.began;
        for (const all of [this.marked, this.ofLastKey]) all.clear();
      }
      if (this.reading === reading) this.reading = undefined;
    });
  }

  /** Why a reading was not the whole list. */
  private whyNot(read: Listing<Website>): { why?: Incomplete } {
    const isDeleting = this.sent.size > 0;
    // Some minutes later those that are lost are carried out.
    for (const id of this.sent) if (!this.pending.has(id)) this.sent.delete(id);
    if (!read.complete) return { why: read.why };
    return isDeleting ? { why: 'changed' } : {};
  }

  private page(from: number) {
    const { pageSize, repeats, endsAfter, uncounted } = this.habits;
    const start = Math.max(0, repeats ? from - 1 : from);
    const items = this.truth.slice(start, from + pageSize).map((one) => this.shown(one, true));
    const more = from + pageSize < this.truth.length;
    const isEnd = endsAfter !== undefined && from / pageSize + 1 >= endsAfter;
    const next = more && !isEnd ? { next: String(from + pageSize) } : {};
    return { items, more, ...next, ...(uncounted ? {} : { total: this.truth.length }) };
  }

  /** One of the answers under way comes. */
  async answer(at: number): Promise<void> {
    const [one] = this.open.splice(at % (this.open.length || 1), 1);
    await one?.answer();
    one?.give();
    await new Promise(setImmediate);
  }

  /** The worker is stopped, and what it had asked is lost; another goes on. */
  die(): void {
    this.open = [];
    this.pending.clear();
    this.questions = questions();
    this.goOn();
  }

  /** Everything that is under way comes to its end, and nobody else does anything. */
  async rest(): Promise<void> {
    while (this.open.length) await this.answer(0);
  }

  /** Reads the whole list, undisturbed. Whether that can prove anything. */
  async readUndisturbed(): Promise<boolean> {
    await this.rest();
    await this.read();
    await this.rest();
    return (await factsOf(this.store, 'websites', this.account))?.whole === this.step;
  }

  private async stored(account = this.account) {
    const rows = await this.store.read((reads) => reads.batch('websites', account, undefined, 1000));
    return { rows, facts: await factsOf(this.store, 'websites', account) };
  }

  async hostsStored(): Promise<Map<string, string[]>> {
    const { rows } = await this.stored();
    return new Map(rows.map((row) => [row.slot, [...row.hosts]]));
  }

  hostsThere = (): Map<string, string[]> => new Map(this.truth.map(({ id, domain }) => [id, [domain]]));

  /** What is wrong with the store, if anything. */
  async faults(): Promise<string[]> {
    const { rows, facts } = await this.stored();
    const isList = isWhole(facts);
    const left = (await this.store.change((store) => store.accounts())).filter((one) => one !== this.account);
    const slots = new Set(rows.map(({ slot }) => slot));
    const hosts = new Set(rows.flatMap((row) => row.hosts));
    const absent = this.truth.filter(
      ({ domain, named }) => isList && named < (this.wholeSince ?? 0) && !hosts.has(domain),
    );
    return [
      ...left.map((account) => `something of ${account} is left`),
      ...[...this.marked].filter((slot) => !slots.has(slot)).map((slot) => `${slot} of the last key was lost`),
      ...rows.flatMap((row) => (row.replaced ? this.proving(row) : this.untrue(row))),
      ...this.truth.flatMap((one) => this.lost(one, rows)),
      ...absent.map(({ id, domain }) => `${id} ${domain} is called absent`),
    ];
  }

  /** A row of the last key proves nothing. */
  private proving({ slot, hosts }: Row): string[] {
    return hosts.length || !this.ofLastKey.has(slot) ? [`${slot} of the last key is taken for this one's`] : [];
  }

  private untrue({ record: { id, domain, privacy }, hosts, at, ages }: Row): string[] {
    const asked = this.said.get(`${id} ${domain}`);
    const gone = this.deleted.get(id);
    if (asked === undefined) return [`${id} ${domain} was never said`];
    // Where its id was heard of since, in another record, both stay until the next reading.
    const heard = this.lastSaid.get(id)?.asked ?? 0;
    const proof = hosts.includes(domain) ? this.proved.get(domain) : undefined;
    const isProved = proof && !proof.ids.has(id) && Math.max(asked, heard, this.settled.get(id) ?? 0) < proof.asked;
    const when = ages?.privacy ?? at;
    const isSaid = this.privacies.get(`${id} ${domain}`)?.some((one) => one.privacy === privacy && one.at === when);
    return [
      ...(gone !== undefined && asked < gone ? [`${id} came back`] : []),
      ...(isProved ? [`${id} ${domain} is here although its host is not there`] : []),
      ...(privacy === undefined || isSaid ? [] : [`${id}: that its privacy was ${privacy} at ${when} was never said`]),
    ];
  }

  private lost({ id, domain, named, privacy, set }: Truth, rows: readonly Row[]): string[] {
    const last = this.lastSaid.get(id);
    const known = rows.find(({ record, hosts }) => record.id === id && hosts.includes(domain))?.record;
    if (!known) return last?.domain === domain && last.asked > named ? [`${id} ${domain} was lost`] : [];
    const own = this.written.get(id);
    const isOwn = own && own.step >= set && own.privacy === privacy;
    const isBack = isOwn && known.privacy !== undefined && known.privacy !== privacy;
    return isBack ? [`${id}: what was written was taken back`] : [];
  }
}
