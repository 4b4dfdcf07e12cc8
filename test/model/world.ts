import * as adapter from './adapter.ts';
import { FakeBrowser } from './browser.ts';
import { Clock, turn } from './clock.ts';
import { belongs } from './connections.ts';
import { type Program, Realm } from './realm.ts';
import { type Account, exchange, keys, Service } from './service.ts';
import { Sites } from './sites.ts';
import { hosts, type Switches } from './switches.ts';
import { Truth, type Where } from './truth.ts';

/** What a page shows of a record, and of whose it read it. */
export interface Shown extends adapter.Seen {
  where: Where;
}

const minutes = 60_000;

/** A computer with the browser, two services, and the truth beside them. */
export class World {
  readonly clock = new Clock();
  readonly truth = new Truth(this.clock);
  readonly sites = new Sites(this);
  readonly program: Program;
  readonly services: readonly [Service, Service];
  readonly browser: FakeBrowser;
  readonly page: Realm;
  offline = false;
  requests = 0;
  /** Whom a person has connected, and which of them the pages show; where this is being changed, also to whom. */
  readonly slots: (Where | undefined)[] = [];
  slot: adapter.Slot = 0;
  readonly connecting = new Set<Service>();
  /** For which accounts each job was begun or resumed. */
  readonly jobs = new Map<string, Where[]>();
  /** The patterns of hosts that go to a connection, by its id, as people have set them. */
  readonly rules = new Map<string, readonly string[]>();
  /** How often the connection was changed. */
  epoch = 0;
  changed = 0;
  readonly seen: Shown[] = [];
  /** Hosts that were acted on in private windows: nothing is kept of them. */
  readonly secret = new Set<string>();
  /** What is to be found true in the end. */
  readonly claims: (() => void)[] = [];
  #tasks = new Set<Promise<unknown>>();
  /** By the names that the product gives to accounts. */
  #names = new Map<string, Where>();
  #kept: { epoch: number; at: number; known: Map<string, string | undefined> } | undefined;

  constructor(program: Program, switches: readonly [Switches, Switches]) {
    this.program = program;
    const made = switches.map(
      (one, at) => new Service(at ? 'B' : 'A', `http://127.0.0.1:800${at}`, one, this.clock, this.truth),
    );
    this.services = made as unknown as readonly [Service, Service];
    this.browser = new FakeBrowser(this);
    this.browser.tabs.push(
      ...hosts.map((host, id) => ({ id, url: `https://${host}/`, incognito: false, active: true })),
    );
    this.page = new Realm(this, this.browser, 'page');
  }

  /** The network, without any: a request that went through a socket would cost far more than the answer to it. */
  readonly net = {
    fetch: async (realm: Realm, url: string, { signal, ...init }: RequestInit): Promise<Response> => {
      signal?.throwIfAborted();
      const what = Symbol(`request ${++this.requests}`);
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      let isGone = false;
      const stop = () => {
        isGone = true;
        reject(signal?.reason);
      };
      const still = realm.onEnd(stop);
      signal?.addEventListener('abort', stop);
      this.clock.begin(what);
      try {
        return await Promise.race([stopped, this.#answer(url, init, { what, isGone: () => isGone })]);
      } finally {
        still();
        signal?.removeEventListener('abort', stop);
        this.clock.done(what);
      }
    },
  };

  async #answer(url: string, init: RequestInit, request: { what: unknown; isGone: () => boolean }): Promise<Response> {
    if (this.offline) throw new TypeError('Failed to fetch');
    const asked = new Request(url, init);
    const { origin, hostname, pathname: path, searchParams: query } = new URL(asked.url);
    const { method, headers } = asked;
    const raw = { method, path, query, body: await asked.text(), authorization: headers.get('authorization') ?? '' };
    // On its way, to and fro, others go on.
    await turn();
    if (this.sites.has(hostname)) return this.sites.answer(hostname);
    const service = this.serviceAt(origin);
    const answer = service
      ? await exchange(service, this.clock, raw, request).catch((error: unknown) => this.#broken(service, error))
      : 'lost';
    await turn();
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers: answer.headers });
  }

  /** A service that throws is a fault of ours or a request that no service understands: never just a lost answer. */
  #broken({ name }: Service, error: unknown): 'lost' {
    this.truth.fault(`${name} cannot answer: ${error}`);
    return 'lost';
  }

  /** Whose records the pages show. */
  get connected(): Where | undefined {
    return this.slots[this.slot];
  }

  /** The services that a person may mean who acts now. */
  get active(): Service[] {
    return [...new Set([...(this.connected ? [this.connected.service] : []), ...this.connecting])];
  }

  /** What an account's name stands for. */
  named(name: string | undefined): Where | undefined {
    return this.#names.get(name ?? '');
  }

  /** Whose key is stored, by the name it is stored under. A name goes before its key; in between nothing is asked. */
  noteAccount(): void {
    for (const { analyticsUrl, account: name, key } of this.browser.connections) {
      const service = this.serviceAt(analyticsUrl);
      const account = ([0, 1] as const).find((one) => keys[one] === key);
      if (service && account !== undefined) this.#names.set(name, { service, account, name });
    }
  }

  serviceAt(url: string): Service | undefined {
    return this.services.find((service) => service.url === url);
  }

  /** Which connection a create goes through, and how often connections had been changed by then. */
  through({ name }: Where): string {
    return `${name} ${this.epoch}`;
  }

  /** Does something, and lets time pass until it is done, or only for so long. */
  async does(task: () => Promise<unknown>, patience: number | undefined): Promise<void> {
    const done = task();
    this.#tasks.add(done);
    void done.finally(() => this.#tasks.delete(done));
    let ended = false;
    void done.then(() => {
      ended = true;
    });
    await this.clock.pass(patience ?? 3_600_000, () => ended);
  }

  kill(): void {
    this.truth.died();
    this.browser.kill();
  }

  /** Looks at everything that is shown without being asked for. */
  async look(): Promise<void> {
    await this.clock.pass(600);
    if (!this.connected || this.connecting.size || this.clock.now < this.changed + 500) return;
    await this.#lookAtKept();
    for (const { id, url } of this.browser.tabs) {
      const host = new URL(url).hostname;
      if (this.browser.badges.get(id) === adapter.absentBadge && !this.secret.has(host)) await this.#isAbsent(host);
    }
  }

  /** The badge says that a site is not registered where it belongs: nobody may have told otherwise. */
  async #isAbsent(host: string): Promise<void> {
    const where = await belongs(this, host);
    if (!where) return;
    const { service, account } = where;
    const row = this.truth.held(service, account, host);
    if (!row) return;
    const isTold = this.truth.wasTold(service, account, host, row.since, true);
    const isOld = row.since < this.truth.firstRead(service, account);
    if (isTold || isOld) this.truth.saidAbsent('badge', service, account, host, row.since);
  }

  async #lookAtKept(): Promise<void> {
    const { service, account, name } = this.connected as NonNullable<World['connected']>;
    const { sites } = await this.clock.work(adapter.kept(this.page));
    for (const { name: of, host, id } of sites) {
      const where = this.named(of);
      const isTrue = where?.service.rows.some(
        (row) => row.account === where.account && row.domain.toLowerCase() === host && row.id.replace('§', '') === id,
      );
      if (!isTrue) this.truth.fault(`${host} is known as record ${id} of ${where?.service.name}, which never was`);
    }
    const known = new Map(sites.filter((one) => one.name === name).map(({ host, id }) => [host, id]));
    const before = this.#kept;
    this.#kept = { epoch: this.epoch, at: this.clock.now, known };
    if (before?.epoch !== this.epoch) return;
    for (const [host, id] of before.known) {
      // Of two records of one name the known one may have been deleted.
      const row = known.has(host) ? undefined : this.truth.held(service, account, host);
      if (
        row &&
        row.id.replace('§', '') === id &&
        !row.leaves &&
        row.since < before.at &&
        !this.truth.excused(service, account, host)
      )
        this.truth.fault(`${host} is forgotten, and ${service.name} holds it`);
    }
    await this.#lookAtRefresh(this.connected as Where);
  }

  async #lookAtRefresh({ service, account, name }: Where): Promise<void> {
    if (!(await this.clock.work(adapter.isListRead(this.page, name)))) return;
    for (const row of service.now(account)) {
      const host = row.domain.toLowerCase();
      if (row.since >= 0 || this.truth.wasTold(service, account, host, 0, false)) continue;
      if (this.truth.saidAbsent('refresh', service, account, host, 0)) return;
    }
  }

  /** Everything works again: what is begun comes to an end, and what was said proves true. */
  async rest(): Promise<void> {
    await this.look();
    for (const service of this.services) service.healed = true;
    this.offline = false;
    this.browser.online.fire();
    await this.clock.pass(40 * minutes);
    if (this.#tasks.size) this.truth.fault(`${this.#tasks.size} questions are never answered`);
    await this.look();
    await this.#settle();
    await this.#isAtRest();
    await this.#lookAtJobs();
    for (const claim of this.claims) claim();
    this.kill();
    this.page.end();
  }

  /** What is pending is settled in the end: where it was begun, or not at all. */
  async #settle(): Promise<void> {
    // The older a note is, the more seldom it is looked into: once an hour at least.
    await this.clock.pass(70 * minutes);
    const { pending } = await this.clock.work(adapter.kept(this.page));
    for (const host of pending) this.truth.fault(`a create of ${host} stays pending for ever`);
  }

  async #isAtRest(): Promise<void> {
    const before = this.requests;
    await this.clock.pass(10 * minutes);
    if (this.requests > before) this.truth.fault(`at rest, ${this.requests - before} requests in ten minutes`);
    for (const alarm of this.browser.alarms.keys()) this.truth.fault(`at rest, the alarm ${alarm} is set`);
    const { worker } = this.browser;
    if (worker?.timers) this.truth.fault(`at rest, ${worker.timers} timers`);
  }

  async #lookAtJobs(): Promise<void> {
    for (const job of await this.clock.work(adapter.jobs(this.page))) {
      const service = this.serviceAt(job.url);
      if (!service) continue;
      for (const item of job.done) this.#lookAtItem(service, job, item);
    }
  }

  #lookAtItem(service: Service, { id: job, kind, fields }: adapter.Job, { key, id, outcome }: adapter.Job['done'][0]) {
    const accounts = (this.jobs.get(job) ?? []).map(({ account }) => account);
    const told = `a job calls ${key} ${outcome}`;
    if (kind === 'audit') return;
    if (kind === 'create') return this.isHeld(told, service, accounts, key, 0);
    // What somebody has wanted otherwise since is left as it is.
    if (outcome === 'overridden' || outcome === 'changed-since') return;
    if (kind === 'update') return this.isChanged(told, service, id, fields);
    this.isGone(told, service, id);
  }

  isHeld(told: string, service: Service, accounts: readonly Account[], host: string, since: number): void {
    if (!this.truth.wasHeld(service, accounts, host, since))
      this.truth.fault(`${told}, and ${service.name} never had it`);
  }
  #row(service: Service, id: string | undefined) {
    return service.rows.find((row) => row.id.replace('§', '') === id);
  }
  isGone(told: string, service: Service, id: string | undefined): void {
    const row = this.#row(service, id);
    if (row && row.until === undefined) this.truth.fault(`${told}, and ${service.name} still holds ${row.domain}`);
  }
  isChanged(told: string, service: Service, id: string | undefined, fields: Record<string, unknown>): void {
    const row = this.#row(service, id);
    const holds = Object.entries(fields).every(
      ([name, value]) =>
        row?.fields[name] === String(value) || row?.history.some((change) => change.fields[name] === String(value)),
    );
    // One that was deleted in the meantime shows nothing.
    if (!holds && row?.until === undefined) this.truth.fault(`${told}, and ${service.name} never changed it`);
  }
}
