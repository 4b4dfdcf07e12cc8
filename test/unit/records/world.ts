import { isWhole } from '@/lib/records/known.ts';
import { memoryStore } from '@/lib/records/memory.ts';
import { type Question, questions } from '@/lib/records/questions.ts';
import { factsOf } from '@/lib/records/read.ts';
import type { Row } from '@/lib/records/types.ts';
import { dropRecord, finishPass, proveHost, putAnswer, putFields, startPass } from '@/lib/records/write.ts';
import type { Website } from '@/lib/services/index.ts';
import { type PageAnswer, type ReadPosition, readPages } from '@/lib/services/readPages.ts';

const account = 'a';

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

/** A service, other people who use it, a worker that may be stopped, and what it has stored. */
export class World {
  readonly store = memoryStore();
  step = 0;
  private questions = questions();
  private truth: Truth[] = [];
  private nextId = 1;
  private open: Pending[] = [];
  private reading: { pass: number; place: ReadPosition | undefined; began: number } | undefined;
  /** In one reading others either only add or only remove: both at once, no reader notices. */
  private others: 'create' | 'delete' | undefined;
  /** What was said, by id and domain, and the last step at which a delivered answer was asked that said so. */
  private readonly said = new Map<string, number>();
  /** What was heard last of an id. */
  private readonly lastSaid = new Map<string, { domain: string; asked: number }>();
  private readonly written = new Map<string, { privacy: 0 | 1; step: number }>();
  private readonly deleted = new Map<string, number>();
  /** Records that are being changed or deleted: one after the other. */
  private pending = new Set<string>();
  private wholeSince: number | undefined;
  private readonly habits: Habits;

  constructor(habits: Habits) {
    this.habits = habits;
  }

  private shown({ id, domain, privacy }: Truth, isList = false): Website {
    return { id, domain, ...(isList && this.habits.terse ? {} : { privacy }) };
  }

  private heard(items: readonly Website[], asked: number, isLate = (_id: string) => false): void {
    for (const { id, domain } of items) {
      if (isLate(id)) continue;
      this.said.set(`${id} ${domain}`, asked);
      this.lastSaid.set(id, { domain, asked });
    }
  }

  /** A question whose answer comes later, or never. */
  private ask(answer: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.open.push({ answer, give: resolve });
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
    const question = this.questions.ask(account);
    const items = [this.shown(one)];
    void this.ask(async () => {
      await this.keep(question, items, asked);
      question.end();
    });
  }

  /** Stores an answer. What was out of date in it counts as not said. */
  private async keep(question: Question, items: readonly Website[], asked: number, more: object = {}) {
    const late = new Set<string>();
    const noting = {
      note: question.note,
      isLatest: question.isLatest,
      isOutdated(slot: string) {
        const isLate = question.isOutdated(slot);
        if (isLate) late.add(slot);
        return isLate;
      },
    };
    const answer = { items, at: this.step, question: noting, ...more };
    const isKept = await putAnswer(this.store, 'websites', account, answer);
    if (isKept) this.heard(items, asked, (id) => late.has(id));
    return isKept;
  }

  /** A page that is the whole list. */
  list(): void {
    const asked = this.step;
    const question = this.questions.ask(account);
    const items = this.truth.map((one) => this.shown(one, true));
    void this.ask(async () => {
      const before = await this.facts();
      await this.keep(question, items, asked, { whole: true, total: items.length });
      const after = await this.facts();
      if (after?.pass !== before?.pass && !after?.why) this.wholeSince = asked;
      question.end();
    });
  }
  private facts = () => factsOf(this.store, 'websites', account);

  /** A complete answer about a host. */
  find(at: number): void {
    const host = hostAt(at);
    const asked = this.step;
    const question = this.questions.ask(account);
    const items = this.truth.filter(({ domain }) => domain === host).map((one) => this.shown(one));
    void this.ask(async () => {
      await this.keep(question, items, asked);
      await proveHost(
        this.store,
        account,
        host,
        items.map(({ id }) => id),
        question,
      );
      question.end();
    });
  }

  create(at: number): void {
    const made = this.add(hostAt(at));
    // The next page of a reading may be short of it, or show others twice.
    const items = [this.shown(made)];
    const asked = this.step;
    const question = this.questions.ask(account);
    void this.ask(async () => {
      const { id, privacy } = items[0] as Truth;
      // Somebody saw it in the list and changed or deleted it, before we heard that it was made.
      if (question.isOutdated(id)) return question.end();
      question.end();
      this.questions.noteWrite(account, id);
      this.written.set(id, { privacy, step: asked });
      this.heard(items, asked);
      await putAnswer(this.store, 'websites', account, { items, at: this.step });
    });
  }

  update(at: number, privacy: 0 | 1, isReported: boolean): void {
    const one = this.truth[at % (this.truth.length || 1)];
    if (!one || this.pending.has(one.id)) return;
    this.pending.add(one.id);
    Object.assign(one, { privacy, set: this.step });
    const asked = this.step;
    const question = this.questions.ask(account);
    const items = [this.shown(one)];
    void this.ask(async () => {
      this.pending.delete(one.id);
      // Of a record that was asked about since, only what was written is newer.
      const isLater = question.isOutdated(one.id);
      question.end();
      this.questions.noteWrite(account, one.id);
      this.written.set(one.id, { privacy, step: asked });
      if (!isReported || isLater) return putFields(this.store, account, one.id, { privacy }, this.step);
      this.heard(items, asked);
      await putAnswer(this.store, 'websites', account, { items, at: this.step });
    });
  }

  remove(at: number): void {
    const place = at % (this.truth.length || 1);
    const gone = this.truth[place];
    if (!gone || this.pending.has(gone.id)) return;
    this.truth.splice(place, 1);
    this.pending.add(gone.id);
    const asked = this.step;
    void this.ask(async () => {
      this.pending.delete(gone.id);
      this.questions.noteWrite(account, gone.id);
      this.deleted.set(gone.id, asked);
      this.written.delete(gone.id);
      await dropRecord(this.store, 'websites', account, gone.id);
    });
  }

  async read(): Promise<void> {
    if (this.reading) return;
    this.others = undefined;
    const pass = await startPass(this.store, 'websites', account, this.step);
    this.reading = { pass, place: undefined, began: this.step };
    this.goOn();
  }

  /** Reads from where a worker that was stopped has come. */
  private goOn(): void {
    const { reading, questions: asking } = this;
    if (!reading) return;
    const list = async (cursor: string | undefined): Promise<PageAnswer<Website>> => {
      const asked = this.step;
      const question = asking.ask(account);
      const { items, ...page } = this.page(Number(cursor ?? 0));
      let isKept = true;
      await this.ask(async () => {
        const more = { position: reading.place?.read ?? 0, pass: reading.pass };
        isKept = await this.keep(question, items, asked, more);
        question.end();
      });
      return isKept ? { ok: true, value: { items, ...page } } : { ok: false, problem: { kind: 'cancelled' } };
    };
    const onPage = (_: Website[], place: ReadPosition) => {
      if (place.cursor) reading.place = place;
    };
    void readPages<Website>({ list, onPage, ...(reading.place ? { from: reading.place } : {}) }).then(async (read) => {
      if (asking !== this.questions || !read.ok) return;
      const why = read.value.complete ? {} : { why: read.value.why };
      const end = await finishPass(this.store, 'websites', account, { pass: reading.pass, now: this.step, ...why });
      if (end && !end.why) this.wholeSince = reading.began;
      this.reading = undefined;
    });
  }

  private page(from: number) {
    const { pageSize, repeats, endsAfter, uncounted } = this.habits;
    const start = Math.max(0, repeats ? from - 1 : from);
    const items = this.truth.slice(start, from + pageSize).map((one) => this.shown(one, true));
    const more = from + pageSize < this.truth.length;
    const isEnd = endsAfter !== undefined && from / pageSize + 1 >= endsAfter;
    return {
      items,
      more,
      ...(more && !isEnd ? { next: String(from + pageSize) } : {}),
      ...(uncounted ? {} : { total: this.truth.length }),
    };
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
    return (await factsOf(this.store, 'websites', account))?.whole === this.step;
  }

  async hostsStored(): Promise<Map<string, string[]>> {
    const rows = await this.store.read((reads) => reads.batch('websites', account, undefined, 1000));
    return new Map(rows.map((row) => [row.slot, [...row.hosts]]));
  }

  hostsThere = (): Map<string, string[]> => new Map(this.truth.map(({ id, domain }) => [id, [domain]]));

  /** What is wrong with the store, if anything. */
  async faults(): Promise<string[]> {
    const rows = await this.store.read((reads) => reads.batch('websites', account, undefined, 1000));
    const isList = isWhole(await factsOf(this.store, 'websites', account));
    const hosts = new Set(rows.flatMap((row) => row.hosts));
    const absent = this.truth.filter(
      ({ domain, named }) => isList && named < (this.wholeSince ?? 0) && !hosts.has(domain),
    );
    return [
      ...rows.flatMap((row) => this.untrue(row)),
      ...this.truth.flatMap((one) => this.lost(one, rows)),
      ...absent.map(({ id, domain }) => `${id} ${domain} is called absent`),
    ];
  }

  private untrue({ record: { id, domain } }: Row): string[] {
    const asked = this.said.get(`${id} ${domain}`);
    const gone = this.deleted.get(id);
    if (asked === undefined) return [`${id} ${domain} was never said`];
    return gone !== undefined && asked < gone ? [`${id} came back`] : [];
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
