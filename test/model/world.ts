import * as adapter from './adapter.ts';
import { FakeBrowser } from './browser.ts';
import { Clock, turn } from './clock.ts';
import { belongs } from './connections.ts';
import { type Program, Realm } from './realm.ts';
import { type Account, exchange, keys, Service } from './service.ts';
import { Sites } from './sites.ts';
import { hosts, type Switches } from './switches.ts';
import { Truth, type Where } from './truth.ts';

/** A record as a page shows it, with the account that it was read from. */
export interface Shown extends adapter.Seen {
  where: Where;
}

const minutes = 60_000;

/** A computer with the browser, two services, and the truth about them. */
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
  /** The connected accounts (`slots`), the one that pages show (`slot`), and the services that are being connected. */
  readonly slots: (Where | undefined)[] = [];
  slot: adapter.Slot = 0;
  readonly connecting = new Set<Service>();
  /** The accounts for which each job was started or resumed. */
  readonly jobs = new Map<string, Where[]>();
  /** The patterns that people have set, by the id of the connection. */
  readonly rules = new Map<string, readonly string[]>();
  /** How many times connections were changed (`epoch`), and when they were changed last (`changed`). */
  epoch = 0;
  changed = 0;
  readonly seen: Shown[] = [];
  /** The hosts on which people acted in private windows. Nothing about them may be stored. */
  readonly secret = new Set<string>();
  /** Claims of the product that must be true in the end. */
  readonly claims: (() => void)[] = [];
  #tasks = new Set<Promise<unknown>>();
  /** The accounts, by the product's names for them. */
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

  /** Replaces the network, because a request through a socket would cost far more than its answer. */
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
    // Others may act while the request is on its way there and back.
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

  /** Reports a service that throws. This is a mistake of the model, or a request that no service understands. */
  #broken({ name }: Service, error: unknown): 'lost' {
    this.truth.fault(`${name} cannot answer: ${error}`);
    return 'lost';
  }

  /** The account whose records the pages show. */
  get connected(): Where | undefined {
    return this.slots[this.slot];
  }

  /** The services that a person who acts now may mean. */
  get active(): Service[] {
    return [...new Set([...(this.connected ? [this.connected.service] : []), ...this.connecting])];
  }

  /** Returns the account with this name. */
  named(name: string | undefined): Where | undefined {
    return this.#names.get(name ?? '');
  }

  /** Notes which account each stored key belongs to. A name is stored before its key; no request is sent in between. */
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

  /** Returns the connection through which a create is sent, and how often connections have been changed so far. */
  through({ name }: Where): string {
    return `${name} ${this.epoch}`;
  }

  /** Starts a task, and lets time pass until the task has ended, or for `patience` milliseconds. */
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

  /** Judges everything that the product shows without an action. */
  async look(): Promise<void> {
    await this.clock.pass(600);
    if (!this.connected || this.connecting.size || this.clock.now < this.changed + 500) return;
    await this.#lookAtKept();
    for (const { id, url } of this.browser.tabs) {
      const host = new URL(url).hostname;
      if (this.browser.badges.get(id) === adapter.absentBadge && !this.secret.has(host)) await this.#isAbsent(host);
    }
  }

  /** Judges a badge that says that a site is not registered: no list may have reported the site. */
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
      // Of two records with one name, the known one may have been deleted.
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

  /** Makes everything work again, lets all tasks end, and checks that the product's claims are true. */
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

  /** Checks that each pending create is settled in the end. */
  async #settle(): Promise<void> {
    // Old notes are checked less often, but at least once an hour.
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
    // A record that somebody has changed since is left as it is.
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
    // A deleted record shows nothing about the change.
    if (!holds && row?.until === undefined) this.truth.fault(`${told}, and ${service.name} never changed it`);
  }
}
