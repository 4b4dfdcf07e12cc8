import * as adapter from './adapter.ts';
import { always, type ConnectionAct, choose, connect, disconnect, menu, setRules } from './connections.ts';
import { hosts } from './switches.ts';
import type { Press, Where } from './truth.ts';
import type { Shown, World } from './world.ts';

/** An action of a person, a colleague or the computer. `now`: how long to wait (milliseconds; default: to its end). */
export type Act =
  | ConnectionAct
  | { do: 'popup'; host: number; private?: boolean; now?: number }
  | { do: 'track'; host: number; private?: boolean; anyway?: boolean; now?: number }
  | { do: 'privacy'; pick: number; value: 0 | 1; now?: number }
  | { do: 'edit'; pick: number; value: 0 | 1; now?: number }
  | { do: 'delete'; pick: number; now?: number }
  | { do: 'list' }
  | { do: 'export' }
  | { do: 'refresh'; now?: number }
  | { do: 'bulk'; kind: 'update' | 'delete'; picks: number[]; value?: 0 | 1; now?: number }
  | { do: 'audit'; hosts: number[]; heavy?: number[]; now?: number }
  | { do: 'addMany'; hosts: number[]; anyway?: boolean; now?: number }
  | { do: 'job'; what: adapter.JobCommand }
  | { do: 'kill' }
  | { do: 'wait'; ms: number }
  | { do: 'clock'; by: number }
  | { do: 'offline'; on: boolean }
  | { do: 'revoke'; service: 0 | 1; account: 0 | 1 }
  | { do: 'colleague'; what: 'add' | 'remove' | 'swap'; service: 0 | 1; host: number };

const hostAt = (index: number) => hosts[index % hosts.length] ?? hosts[0];

/** Returns the record that a person chooses among those that pages have shown, without those shown as read-only. */
function picked(world: World, pick: number): Shown | undefined {
  const all = world.seen.filter(({ locked, id }) => !locked && id);
  return all.length ? all[pick % all.length] : undefined;
}

function shows(world: World, where: Where, records: readonly adapter.Seen[]): void {
  for (const one of records) {
    const before = world.seen.find(({ id, where: of }) => of.name === where.name && id === one.id);
    if (before) Object.assign(before, one);
    else world.seen.push({ ...one, where });
  }
}

async function popup(world: World, { host: at, private: isPrivate = false }: Extract<Act, { do: 'popup' }>) {
  const { connected, epoch, clock } = world;
  if (!connected) return;
  const { service, account } = connected;
  const host = hostAt(at);
  world.truth.act(world.active, [host]);
  if (isPrivate) world.secret.add(host);
  const since = clock.now;
  const { says, matches } = await adapter.check(world.page, connected, host, isPrivate);
  if (world.epoch !== epoch || world.connecting.size) return;
  if (says === 'absent') world.truth.saidAbsent('popup', service, account, host, since);
  shows(world, connected, matches);
}

async function track(world: World, act: Extract<Act, { do: 'track' }>, anyway = false): Promise<void> {
  const { connected, truth, clock } = world;
  if (!connected) return;
  const { service, account } = connected;
  const host = hostAt(act.host);
  truth.act(world.active, [host]);
  if (act.private) world.secret.add(host);
  truth.press({ service, account, method: 'POST', host, anyway, through: world.through(connected) });
  const since = clock.now;
  const wasOffline = world.offline;
  const answer = await adapter.track(world.page, connected, host, act.private === true, anyway);
  if (answer.ok) {
    const told = `track calls ${host} ${answer.value.outcome}`;
    world.claims.push(() => world.isHeld(told, service, [account], host, since - 61_000));
    if (answer.value.website && world.connected?.name === connected.name)
      shows(world, connected, [answer.value.website]);
  } else if (adapter.isUnconfirmed(answer)) {
    // Without a network, nothing shows whether a request was sent.
    if (!wasOffline && !world.offline) truth.saidUnconfirmed(service, host);
  } else if (act.anyway && !anyway && adapter.mayInsist(answer) && world.connected?.name === connected.name)
    await track(world, act, true);
}

/** Returns values as a form contains them. */
const asText = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

async function change(world: World, pick: number, fields: Record<string, number>): Promise<void> {
  const record = picked(world, pick);
  if (!record) return;
  const { where, id, domain } = record;
  const { service, account } = where;
  const host = domain.toLowerCase();
  world.truth.press({ service, account, method: 'PATCH', host, id, fields: asText(fields), isByHand: true });
  const answer = await adapter.update(world.page, where, record, fields);
  if (!answer.ok) return;
  // If a later change has replaced this one, the answer has the values of the later change.
  const told = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, (answer.value as Record<string, unknown>)?.[name] ?? value]),
  );
  world.claims.push(() => world.isChanged(`a change of ${domain} is called done`, service, id, told));
}

async function remove(world: World, pick: number): Promise<void> {
  const record = picked(world, pick);
  if (!record) return;
  const { where, id, domain } = record;
  const { service, account } = where;
  // A record that is no longer shown is searched for by its name.
  world.truth.act([service], [domain]);
  world.truth.press({ service, account, method: 'DELETE', host: domain.toLowerCase(), id });
  const answer = await adapter.remove(world.page, where, record);
  if (!answer.ok) return;
  world.claims.push(() => world.isGone(`${domain} is called ${answer.value.outcome}`, service, id));
}

/** Checks a list that claims to be complete, and so says that all other hosts are absent. */
function whole(world: World, who: string, shown: readonly adapter.Seen[], since: number): void {
  const { service, account } = world.connected as NonNullable<World['connected']>;
  const names = new Set(shown.map(({ domain }) => domain.toLowerCase()));
  for (const { domain } of service.now(account))
    if (!names.has(domain.toLowerCase()) && world.truth.saidAbsent(who, service, account, domain.toLowerCase(), since))
      return;
}

async function list(world: World): Promise<void> {
  const { connected, epoch, clock, page } = world;
  if (!connected) return;
  const since = clock.now;
  const shown: adapter.Seen[] = [];
  let cursor: string | undefined;
  for (let count = 0; count < 8; count++) {
    const answer = await adapter.list(page, connected, cursor);
    if (!answer.ok || world.epoch !== epoch || world.connecting.size) return;
    shown.push(...answer.value.items);
    shows(world, connected, answer.value.items);
    const { more, total = 0 } = answer.value;
    // If its total is greater, the list does not claim to be complete.
    if (!more) return shown.length < total ? undefined : whole(world, 'list', shown, since);
    cursor = answer.value.next;
    if (!cursor) return;
  }
}

async function exported(world: World): Promise<void> {
  const { connected, epoch, clock } = world;
  if (!connected) return;
  const since = clock.now;
  const read = await adapter.readAll(world.page, connected);
  if (read?.complete && world.epoch === epoch && !world.connecting.size) whole(world, 'export', read.items, since);
}

const methods = { create: 'POST', update: 'PATCH', delete: 'DELETE', audit: undefined } as const;
let jobs = 0;

async function startJob(world: World, where: Where, job: Omit<adapter.JobOf, 'id'>): Promise<void> {
  const id = `job-${++jobs}`;
  world.jobs.set(id, [where]);
  await adapter.startJob(world.page, where, { ...job, id });
}

async function bulk(world: World, { kind, picks, value = 0 }: Extract<Act, { do: 'bulk' }>): Promise<void> {
  const first = picked(world, picks[0] ?? 0);
  if (!first) return;
  const { where } = first;
  const { service, account } = where;
  const all = picks.map((pick) => picked(world, pick)).filter((one) => one?.where.name === where.name) as Shown[];
  const records = [...new Set(all)];
  const fields = kind === 'update' ? { privacy: value } : {};
  for (const { id, domain } of records) {
    const host = domain.toLowerCase();
    world.truth.act([service], [host]);
    world.truth.press({ service, account, method: methods[kind], host, id, fields: asText(fields) });
  }
  const items = records.map(adapter.changeOf);
  await startJob(world, where, { kind, items, fields });
}

async function addMany(world: World, act: Extract<Act, { do: 'addMany' }>): Promise<void> {
  const { connected, epoch, truth, clock } = world;
  if (!connected) return;
  const { service, account } = connected;
  const wanted = [...new Set(act.hosts.map(hostAt))];
  truth.act(world.active, wanted);
  const since = clock.now;
  const found = await adapter.preview(world.page, connected, wanted);
  if (world.epoch !== epoch || world.connecting.size) return;
  for (const { host, status } of found)
    if (status === 'new') truth.saidAbsent('Add many', service, account, host, since);
  const chosen = found.filter((one) => adapter.isMeant(one) || (act.anyway && adapter.isUnsure(one)));
  if (!chosen.length) return;
  const through = world.through(connected);
  for (const one of chosen)
    truth.press({ service, account, method: 'POST', host: one.host, anyway: adapter.isUnsure(one), through });
  await startJob(world, connected, { kind: 'create', items: chosen.map(adapter.itemOf), fields: { privacy: 1 } });
}

async function audit(world: World, act: Extract<Act, { do: 'audit' }>): Promise<void> {
  const { connected, sites } = world;
  if (!connected) return;
  for (const at of act.heavy ?? []) sites.heavy.add(hostAt(at));
  const items = act.hosts.map((at) => ({ key: hostAt(at) }));
  await startJob(world, connected, { kind: 'audit', items, fields: {} });
}

/** Notes that a person resumes a job after being told that its key has changed: the new key is then meant. */
function resumes(world: World, { id, kind, url, account: own, open, fields }: adapter.Job): void {
  const there = world.browser.connections.filter(({ analyticsUrl }) => analyticsUrl === url);
  const where = there.length === 1 ? world.named(there[0]?.account) : undefined;
  if (!where || kind === 'audit' || there[0]?.account === own) return;
  const { service, account } = where;
  world.jobs.get(id)?.push(where);
  for (const { key, id = '', despiteUnknown: anyway = false } of open) {
    const host = key.toLowerCase();
    world.truth.act([service], [host]);
    const meant = kind === 'create' ? { anyway } : { id, fields: asText(fields) };
    world.truth.press({ service, account, method: methods[kind], host, ...meant });
  }
}

/** Notes that everything that was pressed for a job is pressed once more. */
function pressAgain(
  { truth }: World,
  where: Where,
  { kind }: adapter.Job,
  isMeant: (one: Press) => boolean,
  more: Partial<Press> = {},
): void {
  const isOf = ({ service, account, method, isByHand }: Press) =>
    service === where.service && account === where.account && method === methods[kind] && !isByHand;
  for (const one of truth.presses.filter((press) => isOf(press) && isMeant(press))) truth.press({ ...one, ...more });
}

/** Notes that a job is undone: everything that it has certainly changed is meant to be as it was before. */
function takeBack({ truth }: World, { service, account }: Where, { kind, done }: adapter.Job): void {
  for (const { key, id, outcome, before = {} } of done) {
    const host = key.toLowerCase();
    if (kind === 'update')
      truth.press({ service, account, method: 'PATCH', host, ...(id ? { id } : {}), fields: asText(before) });
    if (kind === 'create' && id && outcome !== 'already') truth.press({ service, account, method: 'DELETE', host, id });
  }
}

async function command(world: World, what: Extract<Act, { do: 'job' }>['what']): Promise<void> {
  const job = (await world.clock.work(adapter.jobs(world.page))).at(-1);
  if (!job) return;
  const where = world.named(job.account);
  if (what === 'retry' && where) pressAgain(world, where, job, () => true);
  // The person is told that these items may have been carried out.
  const unknown = new Set(job.unknown.map(({ key, id }) => id ?? key));
  if (what === 'send' && where)
    pressAgain(world, where, job, ({ host, id }) => unknown.has(id ?? host), { anyway: true });
  if (what === 'undo' && where) takeBack(world, where, job);
  if (what === 'resume' && job.asks) resumes(world, job);
  await adapter.command(world.page, what, job.id);
}

function colleague(world: World, { what, service: at, host: index }: Extract<Act, { do: 'colleague' }>): void {
  const service = world.services[at];
  const host = hostAt(index);
  const row = world.truth.held(service, 0, host);
  if (what === 'add' && !row) service.add(host, 0);
  if (what !== 'add' && row) {
    service.remove(row);
    world.truth.taken(service, 0, host);
  }
  // The service gives the free number to another record.
  if (what === 'swap' && row) service.add('swapped.example.info', 0).id = row.id;
}

type Deed<K extends Act['do'], R = unknown> = (world: World, act: Extract<Act, { do: K }>) => R;
type Deeds<K extends Act['do'], R = unknown> = { readonly [One in K]: Deed<One, R> };

/** The actions that end at once. */
const events = {
  choose: (world, { slot }) => choose(world, slot),
  kill: (world) => world.kill(),
  wait: ({ clock }, { ms }) => clock.pass(ms),
  clock: ({ clock }, { by }) => {
    clock.skew += by;
  },
  offline: (world, { on }) => {
    world.offline = on;
    if (!on) world.browser.online.fire();
  },
  revoke: ({ services }, { service, account }) => services[service].revoked.add(account),
  colleague,
} satisfies Partial<Deeds<Act['do']>>;

/** The actions that take time. */
const tasks: Deeds<Exclude<Act['do'], keyof typeof events>, Promise<unknown>> = {
  connect,
  disconnect: (world, { slot }) => disconnect(world, slot),
  rules: setRules,
  always: (world, { slot, host }) => always(world, slot, hostAt(host)),
  menu: (world, act) => menu(world, hostAt(act.host), act),
  popup,
  track,
  privacy: (world, { pick, value }) => change(world, pick, { privacy: value }),
  edit: (world, { pick, value }) => change(world, pick, { exclude_bots: value }),
  delete: (world, { pick }) => remove(world, pick),
  list,
  export: exported,
  refresh: ({ page, slot }) => adapter.refresh(page, slot),
  bulk,
  addMany,
  audit,
  job: (world, { what }) => command(world, what),
};

/** Runs one action. */
export async function run(world: World, act: Act): Promise<void> {
  const deed = { ...events, ...tasks }[act.do] as Deed<Act['do'], Promise<unknown>>;
  if (act.do in events) await deed(world, act);
  else await world.does(() => deed(world, act), 'now' in act ? act.now : undefined);
}
