import * as adapter from './adapter.ts';
import { keys } from './service.ts';
import type { Where } from './truth.ts';
import type { World } from './world.ts';

/** An action on connections, and actions whose connection depends on these. */
export type ConnectionAct =
  | { do: 'connect'; service: 0 | 1; account: 0 | 1; slot?: adapter.Slot; now?: number }
  /** Makes the pages show another connection. */
  | { do: 'choose'; slot: adapter.Slot }
  | { do: 'disconnect'; slot: adapter.Slot; now?: number }
  | { do: 'rules'; slot: adapter.Slot; patterns: string[] }
  | { do: 'always'; slot: adapter.Slot; host: number }
  | { do: 'menu'; host: number; private?: boolean; slot?: adapter.Slot | undefined; now?: number | undefined };

/** Patterns that match some of `hosts`, from general to exact. */
export const patterns = [
  '*',
  '*.com',
  '*.example.com',
  'example.com',
  '*.shop.example.com',
  'blog.example.org',
] as const;

const isFor = (host: string, pattern: string): boolean =>
  pattern.startsWith('*') ? `.${host}`.endsWith(pattern.slice(1)) : pattern === host;

/** Returns the priority of a pattern: exact hosts come before `*.` patterns, longer patterns before shorter ones. */
const weight = (pattern: string) => (pattern.startsWith('*') ? pattern.length : 1000);

/** Returns the id of the connection that the rules give for a host. Of equal patterns, the first one counts. */
function ruled(host: string, rules: readonly (readonly [id: string, patterns: readonly string[]])[]) {
  const all = rules.flatMap(([id, some]) => some.map((pattern) => ({ id, pattern })));
  const fit = all.filter(({ pattern }) => isFor(host, pattern));
  return fit.toSorted((one, two) => weight(two.pattern) - weight(one.pattern))[0]?.id;
}

/** Returns where a host belongs: by the rules; else by the stored sites, first to the connection that was used last. */
export async function belongs(world: World, host: string): Promise<Where | undefined> {
  const { connections, usedLast } = world.browser;
  const id = ruled(
    host,
    connections.map((one) => [one.id, world.rules.get(one.id) ?? []]),
  );
  const byRule = connections.find((one) => one.id === id);
  if (byRule) return world.named(byRule.account);
  const { sites } = await world.clock.work(adapter.kept(world.page));
  const knownAs = (name: string) => new Set(sites.filter((one) => one.host === name).map((one) => one.name));
  const exact = knownAs(host);
  const connected = connections.filter(({ account }) => exact.has(account));
  const variant = host.startsWith('www.') ? host.slice(4) : `www.${host}`;
  const known = connected.length ? exact : knownAs(variant);
  const last = usedLast && known.has(usedLast.account) ? usedLast : undefined;
  return world.named((last ?? connections.find(({ account }) => known.has(account)) ?? usedLast)?.account);
}

export async function setRules(world: World, { slot, patterns: set }: Extract<ConnectionAct, { do: 'rules' }>) {
  if (!world.slots[slot]) return;
  world.rules.set(adapter.slots[slot], set);
  await adapter.setRules(world.page, slot, set);
}

/** Assigns a host to this connection from now on, and removes other connections' rules for exactly this host. */
export async function always(world: World, slot: adapter.Slot, host: string): Promise<void> {
  if (!world.slots[slot]) return;
  for (const [id, some] of world.rules)
    world.rules.set(
      id,
      some.filter((pattern) => pattern !== host),
    );
  world.rules.set(adapter.slots[slot], [...(world.rules.get(adapter.slots[slot]) ?? []), host]);
  await adapter.always(world.page, slot, host);
}

/** Clicks in a tab's context menu: at the named connection, or else where the host belongs. */
export async function menu(
  world: World,
  host: string,
  { private: isPrivate = false, slot }: { private?: boolean; slot?: adapter.Slot | undefined },
) {
  const where = slot === undefined ? await belongs(world, host) : world.slots[slot];
  if (where) {
    world.truth.act([where.service], [host]);
    world.truth.press({ service: where.service, account: where.account, method: 'POST', host });
  }
  if (isPrivate) world.secret.add(host);
  await world.browser.click(host, isPrivate, slot === undefined ? 'track' : `track-at:${adapter.slots[slot]}`);
}

export async function connect(
  world: World,
  { service: at, account, slot = 0 }: Extract<ConnectionAct, { do: 'connect' }>,
) {
  const service = world.services[at];
  world.connecting.add(service);
  world.epoch++;
  await adapter.connect(world.page, slot, service.url, keys[account]);
  world.slots[slot] = world.named(world.browser.connectionAt(slot)?.account);
  world.connecting.delete(service);
  world.epoch++;
  world.changed = world.clock.now;
}

export function choose(world: World, slot: adapter.Slot): void {
  if (!world.slots[slot]) return;
  world.slot = slot;
  world.epoch++;
}

export async function disconnect(world: World, slot: adapter.Slot): Promise<void> {
  // The first connection is never removed, so that there always is one.
  if (!slot || !world.slots[slot]) return;
  world.epoch++;
  world.slots[slot] = undefined;
  world.rules.delete(adapter.slots[slot]);
  if (world.slot === slot) world.slot = 0;
  await adapter.disconnect(world.page, slot);
  world.epoch++;
  world.changed = world.clock.now;
}
