import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../sandbox/listen.ts';
import type { Time } from './clock.ts';
import { Limit } from './limit.ts';
import { listOf } from './lists.ts';
import { idOf, put, type Row, shown, single } from './shapes.ts';
import { capital, hosts, type Switches } from './switches.ts';
import type { Truth } from './truth.ts';
import { plainWire, type Raw, wires } from './wires.ts';

export const keys = ['first-made-up-key-0001', 'second-made-up-key-0002'] as const;
export type Account = 0 | 1;

/** One request as it arrived. */
export interface Asked {
  method: string;
  id: string | undefined;
  query: URLSearchParams;
  form: URLSearchParams;
  account: Account;
  /** The id that the client chose for the created record. */
  newId?: string;
}

/** Delays an answer (milliseconds). Resolves to whether the client still waits for it. */
type Parked = (ms: number) => Promise<boolean>;

export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

const text = (body: unknown): string =>
  // Integers beyond 2^53 are written with all their digits.
  JSON.stringify(body)?.replaceAll(/"§(\d+)"/g, '$1') ?? '';

/** The switches that have no effect where a product replaces the service. */
const ofProducts: Partial<Switches> = {
  search: 'substring',
  perPage: 'honoured',
  facts: 'meta',
  borders: 'exact',
  envelope: 'data',
  duplicates: 'accepted',
  method: 'both',
  created: 'wrapped',
};

/** A service with the behaviour that its switches define. Its records are the truth. */
export class Service {
  readonly rows: Row[] = [];
  readonly revoked = new Set<Account>();
  readonly name: string;
  readonly url: string;
  readonly switches: Switches;
  readonly clock: Time;
  #truth: Truth;
  #limit: Limit;
  #writes: Switches['writes'];
  #reads: Switches['reads'];
  #made = 0;
  /** An additional delay of each answer (milliseconds). */
  slow = 0;
  /** Whether everything works from now on: no answer is lost or late, and no key is refused. */
  healed = false;

  constructor(name: string, url: string, switches: Switches, clock: Time, truth: Truth) {
    this.name = name;
    this.url = url;
    this.switches = switches.kind ? { ...switches, ...ofProducts, ...wires[switches.kind].switches } : switches;
    this.clock = clock;
    this.#truth = truth;
    this.#limit = new Limit(switches.limit, clock);
    this.#writes = [...switches.writes];
    this.#reads = [...switches.reads];
    const spelling = (host: string) => (switches.capitals && host === capital.toLowerCase() ? capital : host);
    const held = hosts.filter((_host, index) => switches.held[index]).map(spelling);
    const others = Array.from({ length: switches.others }, (_, index) => `other-${index}.example.info`);
    // In the middle of the others, so that no order shows them on its first page.
    const middle = Math.floor(others.length / 2);
    for (const domain of [...others.slice(0, middle), ...held, ...others.slice(middle)]) this.add(domain, 0, -1);
    this.add('other-0.example.info', 1, -1);
  }

  /** Adds a record. `since`: when it was added; -1 if it has always existed. */
  add(domain: string, account: Account, since = this.clock.now, fields?: URLSearchParams): Row {
    // Both services use the same numbers, so that a request to the wrong service meets a record of somebody else.
    const row: Row = {
      id: idOf(this.switches.id, ++this.#made),
      domain,
      account,
      fields: { privacy: '1' },
      since,
      history: [{ at: since, fields: { privacy: '1' } }],
    };
    if (fields) put(row, fields, this.clock.now);
    this.rows.push(row);
    return row;
  }

  remove(row: Row): void {
    row.until = this.clock.now;
  }

  /** Returns the present records of an account. */
  now(account: Account): Row[] {
    return this.rows.filter((row) => row.account === account && row.until === undefined);
  }

  async answer(asked: Omit<Asked, 'account'>, key: string, parked: Parked): Promise<Reply | 'lost'> {
    const account = keys.indexOf(key as (typeof keys)[number]) as Account | -1;
    if (account < 0 || (this.revoked.has(account as Account) && !this.healed))
      return { status: 401, body: { message: 'Unauthenticated.' } };
    const busy = this.#limit.refuse();
    if (busy) return busy;
    const request: Asked = { ...asked, account: account as Account };
    const reply = asked.method === 'GET' ? await this.#read(request, parked) : await this.#write(request, parked);
    return reply === 'lost' ? reply : { ...reply, headers: { ...this.#limit.headers(), ...reply.headers } };
  }

  async #read(asked: Asked, parked: Parked): Promise<Reply | 'lost'> {
    const fate = (!this.healed && this.#reads.shift()) || { answered: 0, answer: 'ok' };
    // The answer to a read shows the state at the arrival of the request.
    const row = asked.id === undefined ? undefined : this.#named(asked);
    const list = asked.id === undefined ? listOf(this, asked) : undefined;
    const told = list && this.#truth.listed(this, list.page);
    const stays = await parked(fate.answered + this.slow);
    if (fate.answer === 'lost') return 'lost';
    if (fate.answer === '502') return { status: 502, body: '<html>' };
    if (told && stays) told();
    if (list) return { status: 200, body: list.body, headers: list.headers };
    return row
      ? { status: 200, body: single(this.switches, shown(row)) }
      : { status: 404, body: { message: 'Not found.' } };
  }

  #named({ id, account }: Asked): Row | undefined {
    return this.now(account).find((row) => row.id.replace('§', '') === id);
  }

  async #write(asked: Asked, parked: Parked): Promise<Reply | 'lost'> {
    const { method } = asked;
    const only = this.switches.method;
    if ((method === 'PUT' || method === 'PATCH') && only !== 'both' && only !== method)
      return { status: 405, body: { message: 'Method not allowed.' } };
    const fate = (!this.healed && this.#writes.shift()) || { done: 0, answered: 0, answer: 'ok' };
    const over = this.#truth.writing(this, asked);
    const reply = this.#begin(asked, fate);
    await parked(fate.answered + this.slow);
    over();
    if (fate.answer === 'lost') return 'lost';
    return (fate.answer === 'ok' && reply()) || { status: 500, body: { message: 'Server Error' } };
  }

  /** Carries out a write now, later or never, even if no client waits. Returns a function that gives the answer. */
  #begin(asked: Asked, { done, answered }: Switches['writes'][number]): () => Reply | undefined {
    const named = asked.method === 'POST' ? undefined : this.#named(asked);
    let reply = this.#refusal(asked, named);
    if (reply || done === 'never') return () => reply;
    const carryOut = () => {
      // If the write is refused at once, it is also refused later.
      reply = asked.method === 'POST' ? this.#refusal(asked, named) : undefined;
      if (reply) return;
      reply = this.#carryOut(asked, named);
      this.#truth.wrote(this, asked);
    };
    if (done === 0) carryOut();
    else this.clock.later(done, carryOut);
    if (done > answered) {
      // The write is answered before it is carried out.
      if (named && asked.method === 'DELETE') named.leaves = true;
      reply = this.#promise(asked);
    }
    return () => reply;
  }

  /** Whether a create has chosen the id of another record. */
  #isTaken({ newId }: Asked): boolean {
    return newId !== undefined && this.rows.some(({ id, until }) => id === newId && until === undefined);
  }

  #refusal(asked: Asked, named: Row | undefined): Reply | undefined {
    const { method, account, form } = asked;
    if (this.#isTaken(asked)) return { status: 500 };
    if (method !== 'POST') return named ? undefined : { status: 404, body: { message: 'Not found.' } };
    const domain = form.get('domain') ?? '';
    const { duplicates } = this.switches;
    const isThere = this.now(account).some((row) => row.domain.toLowerCase() === domain);
    if (!isThere || duplicates === 'accepted') return undefined;
    const said = { message: 'The domain has already been taken.' };
    return duplicates === 409
      ? { status: 409, body: said }
      : { status: 422, body: { ...said, errors: { domain: [said.message] } } };
  }

  /** Returns the answer to a write that is not carried out yet. */
  #promise({ method, form, id }: Asked): Reply {
    if (method === 'DELETE') return { status: 204 };
    if (method === 'POST') return { status: 202, body: { message: 'Accepted', status: 202 } };
    return { status: 200, body: { data: { id, ...Object.fromEntries(form) } } };
  }

  #carryOut(asked: Asked, row: Row | undefined): Reply {
    const { method, account, form } = asked;
    if (method === 'POST') {
      const made = this.add(form.get('domain') ?? '', account, this.clock.now, form);
      made.id = asked.newId ?? made.id;
      const { created } = this.switches;
      if (created === 'empty') return { status: 204 };
      return { status: 201, body: created === 'record' ? shown(made) : single(this.switches, shown(made)) };
    }
    if (!row || row.until !== undefined) return { status: 404, body: { message: 'Not found.' } };
    if (method === 'DELETE') {
      this.remove(row);
      return { status: 200, body: { id: row.id, object: 'website', deleted: true } };
    }
    put(row, form, this.clock.now);
    return { status: 200, body: single(this.switches, shown(row)) };
  }
}

const notFound: Reply = { status: 404, body: { message: 'Not found.' } };

/** An answer as it is sent to the client. */
type Sent = Omit<Reply, 'body'> & { body: string };

const sent = ({ status, body, headers }: Reply): Sent => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: status === 204 ? '' : typeof body === 'string' ? body : text(body),
});

/** Answers a request in the format of the service's product. `isGone`: whether the client no longer waits. */
export async function exchange(
  service: Service,
  clock: Time,
  raw: Raw,
  request: { what: unknown; isGone: () => boolean },
): Promise<Sent | 'lost'> {
  const { kind } = service.switches;
  const wire = kind ? wires[kind] : plainWire;
  const heard = wire.hear(raw) ?? notFound;
  if ('status' in heard) return sent(heard);
  /** Delays the answer. The request does not count as work under way meanwhile. */
  const parked = async (ms: number) => {
    if (!ms) return true;
    clock.done(request.what);
    await clock.sleep(ms);
    if (request.isGone()) return false;
    clock.begin(request.what);
    return true;
  };
  const answer = await service.answer(heard.asked, heard.key, parked);
  if (answer === 'lost') return answer;
  const reply = wire.say(answer, raw, heard.asked, service);
  const date = new Date(clock.now).toUTCString();
  return sent({ ...reply, headers: { date, ...reply.headers } });
}

/** The two servers for real browsers. Each test has other services behind them. */
export class Servers {
  #closes: (() => Promise<void>)[] = [];
  current: { services: readonly Service[]; clock: Time } | undefined;
  urls: string[] = [];

  async listen(): Promise<void> {
    for (const at of [0, 1]) {
      const server = createServer((request, response) => void this.#serve(at, request, response));
      server.keepAliveTimeout = 600_000;
      const { url, close } = await listen(server);
      this.#closes.push(close);
      this.urls.push(url);
    }
  }

  close(): void {
    for (const close of this.#closes) void close();
  }

  async #serve(at: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.sendDate = false;
    const { services, clock } = this.current ?? {};
    const service = services?.[at];
    const { method = 'GET', url = '/', headers } = request;
    const { pathname: path, searchParams: query } = new URL(url, 'http://service');
    const raw = { method, path, query, body, authorization: headers.authorization ?? '' };
    const asked = { what: request, isGone: () => response.destroyed };
    const reply = service && clock ? await exchange(service, clock, raw, asked) : sent(notFound);
    if (reply === 'lost') request.socket.destroy();
    else response.writeHead(reply.status, reply.headers).end(reply.body);
  }
}
