import type { Account, Asked, Service } from './service.ts';
import type { Row } from './shapes.ts';

/** One page of a list as a service answered it, with the facts that a reader can learn from it. */
export interface Page {
  account: Account;
  /** Identifies the request without its page number. */
  chain: string;
  search: string;
  number: number;
  asked: number;
  hosts: string[];
  rows: string[];
  /** Whether there are more rows; undefined if the page does not say. */
  more?: boolean;
  total?: number;
}

interface Answered {
  at: number;
  service: Service;
  page: Page;
  /** When the answer was sent; undefined if it was lost. */
  told?: number;
  /** Whether the worker died just then, so that it may not have stored the answer. */
  lost?: boolean;
}

/** An account of a service, and the product's name for this account. */
export interface Where {
  service: Service;
  account: Account;
  name: string;
}

/** An action that a person confirmed. Only such writes may be sent, as often, in this account and with these values. */
export interface Press {
  service: Service;
  account: Account;
  method: 'POST' | 'PATCH' | 'DELETE';
  /** The host (for POST), or the domain that the person saw with the id. */
  host: string;
  id?: string;
  at: number;
  /** Whether the person was told that the site may be registered already, and insisted. */
  anyway?: boolean;
  fields?: Record<string, string>;
  /** Whether this is a single change, not one of a job. */
  isByHand?: true;
  /** Whether the change was carried out. */
  done?: boolean;
  /** The connection, and the number of changes of connections so far (for POST). */
  through?: string;
}

/** The usual maximum numbers of rows. A page with so many rows may not be the last one. */
const caps = [10, 25, 50];

const lower = (host: string) => host.toLowerCase();

/** Whether an object has all of these values. */
const has =
  <T extends object>(wanted: Partial<T>) =>
  (one: T): boolean =>
    Object.entries(wanted).every(([name, value]) => one[name as keyof T] === value);

/**
 * Knows which records exist, what a reader of the services' answers could know, and what people confirmed. Never asks
 * the product, but judges what the product sends and shows.
 */
export class Truth {
  readonly faults: string[] = [];
  readonly presses: Press[] = [];
  #pages: Answered[] = [];
  #committed: { service: Service; host: string; account: Account }[] = [];
  /** All creates that reached a service. */
  #arrived: { service: Service; host: string }[] = [];
  #hasDied = false;
  #open: { service: Service; id: string; at: number }[] = [];
  /** The hosts on which a person acted, by the services that were connected. */
  #acted = new Map<Service, Set<string>>();
  #clock: { now: number };

  constructor(clock: { now: number }) {
    this.#clock = clock;
  }

  fault(text: string): void {
    if (!this.faults.includes(text)) this.faults.push(text);
  }

  /** Notes that a person acts on hosts while these services are connected. */
  act(services: readonly Service[], hosts: readonly string[]): void {
    for (const service of services) {
      const acted = this.#acted.get(service) ?? new Set();
      for (const host of hosts) acted.add(lower(host));
      this.#acted.set(service, acted);
    }
  }

  press(press: Omit<Press, 'at'>): Press {
    const made = { ...press, at: this.#clock.now };
    this.presses.push(made);
    return made;
  }

  /** Notes a page of a list as the service answers it. The returned function must be called when the answer is sent. */
  listed(service: Service, page: Page): () => void {
    const one: Answered = { at: this.#clock.now, service, page };
    this.#pages.push(one);
    const { search } = page;
    const acted = [...(this.#acted.get(service) ?? [])];
    // A service may be asked about hosts that it has itself reported.
    const isOwn = service.rows.some((row) => row.account === page.account && lower(row.domain) === lower(search));
    if (
      search &&
      !isOwn &&
      !acted.some((host) => host === search || host.endsWith(`.${search}`) || search === `www.${host}`)
    )
      this.fault(`${service.name} hears of ${search}, on which nobody acted there`);
    return () => {
      one.told = this.#clock.now;
    };
  }

  /** Notes that the worker has died. It may not have stored the answers of the last second. */
  died(): void {
    this.#hasDied = true;
    for (const one of this.#pages) if ((one.told ?? 0) > this.#clock.now - 1000) one.lost = true;
    // A dead worker waits for no answer, so the page asks the next worker for the same write.
    this.#open = [];
  }

  /** Notes and judges a write that has arrived. The returned function must be called when the write is answered. */
  writing(service: Service, asked: Asked): () => void {
    const { method, id = '', account, form } = asked;
    if (method === 'POST') this.#arrived.push({ service, host: lower(form.get('domain') ?? '') });
    if (method === 'POST') this.#creating(service, asked);
    else this.#changing(service, asked);
    const open = { service, id: `${account} ${id}`, at: this.#clock.now };
    // No client waits longer than this for an answer.
    this.#open = this.#open.filter(({ at }) => this.#clock.now - at < 15_000);
    if (method !== 'POST' && this.#open.some(has({ service, id: open.id })))
      this.fault(`two writes at once for ${id} at ${service.name}`);
    this.#open.push(open);
    return () => {
      this.#open = this.#open.filter((one) => one !== open);
    };
  }

  /** Judges the statement that a create is unconfirmed. A worker that has died may have been about to send it. */
  saidUnconfirmed(service: Service, host: string): void {
    if (this.#hasDied || this.#arrived.some(has({ service, host }))) return;
    this.fault(`${host} may be registered at ${service.name}, and its create was never sent`);
  }

  #creating(service: Service, { form, account, newId }: Asked): void {
    // A create that is sent again with its id is the same create.
    if (newId && service.rows.some(({ id }) => id === newId)) return;
    const host = lower(form.get('domain') ?? '');
    const pressed = this.#createsOf(service, account, host);
    if (!pressed.length) this.fault(`create of ${host} at ${service.name}, which nobody pressed`);
    const row = this.held(service, account, host);
    if (!row || pressed.some(({ anyway }) => anyway)) return;
    // Somebody else's record may just have been added. But a create that was sent from here is known here.
    const isOurs = this.#committed.some(has({ service, account, host }));
    if (!isOurs && row.since > this.#clock.now - 16 * 60_000 && row.since >= 0) return;
    if (!this.excused(service, account, host)) this.fault(`silent second create of ${host} at ${service.name}`);
  }

  #changing(service: Service, { method, id, form, account }: Asked): void {
    const kind = method === 'DELETE' ? 'DELETE' : 'PATCH';
    const confirmed = this.presses.filter(has<Press>({ service, account, method: kind, id: id ?? '' }));
    const row = service.now(account).find((one) => one.id.replace('§', '') === id);
    const what = `${kind} of ${row?.domain ?? id} at ${service.name}`;
    if (!confirmed.length) {
      this.fault(`${what}, which nobody confirmed`);
      return;
    }
    const sent = Object.entries(Object.fromEntries(form));
    const isMeant = confirmed.some(({ fields = {} }) =>
      sent.every(([name, value]) => name === 'password' || fields[name] === value),
    );
    if (!isMeant) this.fault(`${what} with values that nobody chose: ${form}`);
    for (const [name, value] of sent)
      if (overridden(confirmed, name, value)) this.fault(`${what} sends ${name} ${value} over a later wish`);
    const isAnother = row && !confirmed.some(({ host }) => host === lower(row.domain));
    // The record was changed between the last look at it and the write.
    if (isAnother && kind === 'DELETE' && row.since < this.#clock.now - 20_000)
      this.fault(`${what}, where the person confirmed ${confirmed[0]?.host}`);
  }

  #createsOf(service: Service, account: Account, host: string): Press[] {
    return this.presses.filter(has<Press>({ service, account, method: 'POST', host }));
  }

  /** Notes a write that was carried out. */
  wrote(service: Service, { method, form, account, id }: Asked): void {
    if (method === 'PATCH' || method === 'PUT') {
      const isMeant = ({ fields = {} }: Press) => [...form].every(([name, value]) => fields[name] === value);
      const named = this.presses.filter(has<Press>({ service, account, id: id ?? '' }));
      // Of two presses with the same values, the earlier one is carried out first.
      const carriedOut = named.find((one) => isMeant(one) && !one.done);
      if (carriedOut) carriedOut.done = true;
    }
    if (method !== 'POST') return;
    const host = lower(form.get('domain') ?? '');
    this.#committed.push({ service, host, account });
    const made = this.#committed.filter(has({ service, host, account })).length;
    const pressed = this.#createsOf(service, account, host).length;
    if (made > pressed) this.fault(`${made} creates of ${host} at ${service.name} for ${pressed} presses`);
    this.#isOnlyOne(service, account, host);
  }

  /** Reports a second record made from here, unless a person insisted, or it was made through another connection. */
  #isOnlyOne(service: Service, account: Account, host: string): void {
    const held = service.now(account).filter(({ domain, since }) => since >= 0 && lower(domain) === host);
    const ours = this.#committed.filter(has({ service, account, host }));
    if (held.length < 2 || ours.length < 2) return;
    const pressed = this.#createsOf(service, account, host);
    const isOneWay = new Set(pressed.map(({ through }) => through)).size === 1;
    if (isOneWay && !pressed.some(({ anyway }) => anyway))
      this.fault(`a second record of ${host} at ${service.name}, which nobody knowingly wanted`);
  }

  /** Notes that somebody else deleted a record. If its create was not answered, nobody can know that it existed. */
  taken(service: Service, account: Account, host: string): void {
    const isTaken = has({ service, account, host });
    this.#committed = this.#committed.filter((one) => !isTaken(one));
  }

  /** Returns the present record of a host. */
  held(service: Service, account: Account, host: string): Row | undefined {
    return service.now(account).find(({ domain }) => lower(domain) === host);
  }

  /** Whether one of these accounts has had a record of this host at any time after `since`. */
  wasHeld(service: Service, accounts: readonly Account[], host: string, since: number): boolean {
    return service.rows.some(
      ({ domain, account, until = Infinity }) => accounts.includes(account) && lower(domain) === host && until >= since,
    );
  }

  /**
   * Whether the service's own answers, read to their end, lack a host that the service has, so that no reader could
   * know better. Judged by its answers to requests for the whole list or for exactly this host.
   */
  excused(service: Service, account: Account, host: string): boolean {
    // A case-sensitive search does not find a host that is registered in capitals.
    const isAsked = service.switches.search !== 'case' || this.held(service, account, host)?.domain === host;
    return (isAsked ? ['', host] : ['']).some((search) => this.#wholeWithout(service, account, search, host));
  }

  #wholeWithout(service: Service, account: Account, search: string, host: string): boolean {
    const pages = this.#pages.filter(
      (one) => one.service === service && one.page.account === account && one.page.search === search,
    );
    return pages.some(({ page: end }, index) => {
      const chain = pages
        .slice(0, index + 1)
        .filter(({ page }) => page.chain === end.chain && page.number <= end.number);
      // Of several answers for one page, the last one counts.
      const read = [...new Map(chain.map(({ page }) => [page.number, page])).values()];
      const first = read.find(({ number }) => number === 1);
      if (!first || read.length < end.number || !isEnd(first, end)) return false;
      const rows = new Set(read.flatMap((page) => page.rows));
      if (end.total !== undefined && rows.size < end.total) return false;
      return !read.some((page) => page.hosts.includes(host));
    });
  }

  /** Whether a list reported a host to the client after `since`. `surely`: and the client had time to store that. */
  wasTold(service: Service, account: Account, host: string, since: number, surely: boolean): boolean {
    return this.#pages.some(
      ({ service: of, page, told, lost, at }) =>
        of === service &&
        page.account === account &&
        told !== undefined &&
        !(surely && lost) &&
        at >= since &&
        page.hosts.includes(host),
    );
  }

  /** Returns when an account's list was first read. */
  firstRead(service: Service, account: Account): number {
    return this.#pages.find((one) => one.service === service && one.page.account === account)?.at ?? Infinity;
  }

  /** Judges the statement that a host is absent, which was registered at `since`. Returns whether that is a fault. */
  saidAbsent(who: string, service: Service, account: Account, host: string, since: number): boolean {
    const row = this.held(service, account, host);
    if (!row || row.leaves || row.since > since || this.excused(service, account, host)) return false;
    this.fault(`${who}: ${host} is called absent, and ${service.name} holds it`);
    return true;
  }
}

/** Whether a later change of the field to another value was carried out. */
function overridden(presses: readonly Press[], name: string, value: string): boolean {
  const meant = presses.findLastIndex(({ fields = {} }) => fields[name] === value);
  const isOther = ({ fields = {} }: Press) => name in fields && fields[name] !== value;
  return presses.slice(meant + 1).some((one) => one.done && isOther(one));
}

/** Whether a page looks like the last one of a list. */
function isEnd(first: Page, page: Page): boolean {
  const count = page.rows.length;
  if (page.more !== undefined) return !page.more;
  if (page.number > 1) return first.more === true || count < first.rows.length;
  if (page.total !== undefined) return count >= page.total;
  return !caps.includes(count) && count !== page.asked;
}
