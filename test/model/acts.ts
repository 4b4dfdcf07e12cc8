import * as adapter from './adapter.ts';
import { keys } from './service.ts';
import { hosts } from './switches.ts';
import type { Shown, World } from './world.ts';

/** What a person, a colleague or the computer does. `now`: how long it is waited for (milliseconds); else to its end. */
export type Act =
  | { do: 'connect'; service: 0 | 1; account: 0 | 1; now?: number }
  | { do: 'popup'; host: number; private?: boolean; now?: number }
  | { do: 'track'; host: number; private?: boolean; anyway?: boolean; now?: number }
  | { do: 'privacy'; pick: number; value: 0 | 1; now?: number }
  | { do: 'edit'; pick: number; value: 0 | 1; now?: number }
  | { do: 'delete'; pick: number; now?: number }
  | { do: 'list' }
  | { do: 'export' }
  | { do: 'refresh'; now?: number }
  | { do: 'bulk'; kind: 'update' | 'delete'; picks: number[]; now?: number }
  | { do: 'addMany'; hosts: number[]; anyway?: boolean; now?: number }
  | { do: 'job'; what: 'pause' | 'resume' | 'cancel' | 'retry' | 'dismiss' }
  | { do: 'kill' }
  | { do: 'wait'; ms: number }
  | { do: 'clock'; by: number }
  | { do: 'offline'; on: boolean }
  | { do: 'revoke'; service: 0 | 1; account: 0 | 1 }
  | { do: 'colleague'; what: 'add' | 'remove' | 'swap'; service: 0 | 1; host: number };

const hostAt = (index: number) => hosts[index % hosts.length] ?? hosts[0];

/** The record a person chooses among those that pages have shown; what is shown as read-only cannot be chosen. */
function picked(world: World, pick: number): Shown | undefined {
  const all = world.seen.filter(({ locked, id }) => !locked && id);
  return all.length ? all[pick % all.length] : undefined;
}

function shows(world: World, service: Shown['service'], records: readonly adapter.Seen[]): void {
  for (const one of records) {
    const before = world.seen.find(({ id, service: of }) => of === service && id === one.id);
    if (before) Object.assign(before, one);
    else world.seen.push({ ...one, service });
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
  const { says, matches } = await adapter.check(world.page, service, host, isPrivate);
  if (world.epoch !== epoch || world.connecting.size) return;
  if (says === 'absent') world.truth.saidAbsent('popup', service, account, host, since);
  shows(world, service, matches);
}

async function track(world: World, act: Extract<Act, { do: 'track' }>, anyway = false): Promise<void> {
  const { connected, truth, clock } = world;
  if (!connected) return;
  const { service } = connected;
  const host = hostAt(act.host);
  truth.act(world.active, [host]);
  if (act.private) world.secret.add(host);
  truth.press({ service, method: 'POST', host, anyway });
  const since = clock.now;
  const answer = await adapter.track(world.page, service, host, 1, act.private === true, anyway);
  if (answer.ok) {
    const told = `track calls ${host} ${answer.value.outcome}`;
    world.claims.push(() => world.isHeld(told, service, host, since - 61_000));
    if (answer.value.website && world.connected?.service === service) shows(world, service, [answer.value.website]);
  } else if (act.anyway && !anyway && adapter.mayInsist(answer) && world.connected?.service === service)
    await track(world, act, true);
}

async function change(world: World, pick: number, fields: Record<string, number>): Promise<void> {
  const record = picked(world, pick);
  if (!record) return;
  const { service, id, domain } = record;
  const sent = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  world.truth.press({ service, method: 'PATCH', host: domain.toLowerCase(), id, fields: sent });
  const answer = await adapter.update(world.page, service, record, fields);
  if (answer.ok) world.claims.push(() => world.isChanged(`a change of ${domain} is called done`, service, id, fields));
}

async function remove(world: World, pick: number): Promise<void> {
  const record = picked(world, pick);
  if (!record) return;
  const { service, id, domain } = record;
  // Where it is not shown any more, it is looked for by its name.
  world.truth.act([service], [domain]);
  world.truth.press({ service, method: 'DELETE', host: domain.toLowerCase(), id });
  const answer = await adapter.remove(world.page, service, record);
  if (!answer.ok) return;
  world.claims.push(() => world.isGone(`${domain} is called ${answer.value.outcome}`, service, id));
}

/** A list calls itself whole: whatever it does not show is called absent. */
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
    const answer = await adapter.list(page, connected.service, cursor);
    if (!answer.ok || world.epoch !== epoch || world.connecting.size) return;
    shown.push(...answer.value.items);
    shows(world, connected.service, answer.value.items);
    if (!answer.value.more) return whole(world, 'list', shown, since);
    cursor = answer.value.next;
    if (!cursor) return;
  }
}

async function exported(world: World): Promise<void> {
  const { connected, epoch, clock } = world;
  if (!connected) return;
  const since = clock.now;
  const read = await adapter.readAll(world.page, connected.service);
  if (read?.complete && world.epoch === epoch && !world.connecting.size) whole(world, 'export', read.items, since);
}

let jobs = 0;

async function bulk(world: World, { kind, picks }: Extract<Act, { do: 'bulk' }>): Promise<void> {
  const first = picked(world, picks[0] ?? 0);
  if (!first) return;
  const { service } = first;
  const all = picks.map((pick) => picked(world, pick)).filter((one) => one?.service === service) as Shown[];
  const records = [...new Set(all)];
  const fields = kind === 'update' ? { privacy: 0 } : {};
  for (const { id, domain } of records) {
    const host = domain.toLowerCase();
    world.truth.act([service], [host]);
    if (kind === 'delete') world.truth.press({ service, method: 'DELETE', host, id });
    else world.truth.press({ service, method: 'PATCH', host, id, fields: { privacy: '0' } });
  }
  const items = records.map(({ id, domain }) => ({ key: domain, id }));
  await adapter.startJob(world.page, service, { id: `job-${++jobs}`, kind, items, fields });
}

async function addMany(world: World, act: Extract<Act, { do: 'addMany' }>): Promise<void> {
  const { connected, epoch, truth, clock } = world;
  if (!connected) return;
  const { service, account } = connected;
  const wanted = [...new Set(act.hosts.map(hostAt))];
  truth.act(world.active, wanted);
  const since = clock.now;
  const found = await adapter.preview(world.page, service, wanted);
  if (world.epoch !== epoch || world.connecting.size) return;
  for (const { host, status } of found)
    if (status === 'new') truth.saidAbsent('Add many', service, account, host, since);
  const chosen = found.filter((one) => adapter.isMeant(one) || (act.anyway && adapter.isUnsure(one)));
  if (!chosen.length) return;
  for (const one of chosen) truth.press({ service, method: 'POST', host: one.host, anyway: adapter.isUnsure(one) });
  await adapter.startJob(world.page, service, {
    id: `job-${++jobs}`,
    kind: 'create',
    items: chosen.map(adapter.itemOf),
    fields: { privacy: 1 },
  });
}

async function command(world: World, what: Extract<Act, { do: 'job' }>['what']): Promise<void> {
  const job = (await world.clock.work(adapter.jobs(world.page))).at(-1);
  if (!job) return;
  const service = world.serviceAt(job.url);
  if (what === 'retry' && job.kind === 'create' && service) {
    const { presses } = world.truth;
    for (const { host, anyway = false } of [...presses].filter(
      (one) => one.service === service && one.method === 'POST',
    ))
      world.truth.press({ service, method: 'POST', host, anyway });
  }
  await adapter.command(world.page, what, job.id);
}

async function connect(world: World, { service: at, account }: Extract<Act, { do: 'connect' }>): Promise<void> {
  const service = world.services[at];
  world.connecting.add(service);
  world.accounts.set(service, (world.accounts.get(service) ?? new Set()).add(account));
  world.epoch++;
  await adapter.connect(world.page, service.url, keys[account]);
  world.connected = { service, account };
  world.connecting.delete(service);
  world.epoch++;
  world.changed = world.clock.now;
}

function colleague(world: World, { what, service: at, host: index }: Extract<Act, { do: 'colleague' }>): void {
  const service = world.services[at];
  const host = hostAt(index);
  const row = world.truth.held(service, 0, host);
  if (what === 'add' && !row) service.add(host, 0);
  if (what !== 'add' && row) service.remove(row);
  // The service gives a number that is free again to another record.
  if (what === 'swap' && row) service.add('swapped.example.info', 0).id = row.id;
}

/** Does one of these things. */
export async function run(world: World, act: Act): Promise<void> {
  switch (act.do) {
    case 'connect':
      return world.does(() => connect(world, act), act.now);
    case 'popup':
      return world.does(() => popup(world, act), act.now);
    case 'track':
      return world.does(() => track(world, act), act.now);
    case 'privacy':
      return world.does(() => change(world, act.pick, { privacy: act.value }), act.now);
    case 'edit':
      return world.does(() => change(world, act.pick, { exclude_bots: act.value }), act.now);
    case 'delete':
      return world.does(() => remove(world, act.pick), act.now);
    case 'list':
      return world.does(() => list(world), undefined);
    case 'export':
      return world.does(() => exported(world), undefined);
    case 'refresh':
      return world.does(() => adapter.refresh(world.page), act.now);
    case 'bulk':
      return world.does(() => bulk(world, act), act.now);
    case 'addMany':
      return world.does(() => addMany(world, act), act.now);
    case 'job':
      return world.does(() => command(world, act.what), undefined);
    case 'kill':
      return world.kill();
    case 'wait':
      await world.clock.pass(act.ms);
      return;
    case 'clock':
      world.clock.skew += act.by;
      return;
    case 'offline':
      world.offline = act.on;
      if (!act.on) world.browser.online.fire();
      return;
    case 'revoke':
      world.services[act.service].revoked.add(act.account);
      return;
    case 'colleague':
      return colleague(world, act);
  }
}
