import { browser } from 'wxt/browser';
import { applied, appliedConnections, policyInForce, readPolicy } from '../../storage/policy.ts';
import { connections, get, preferences, type Setting, set, update } from '../../storage/settings.ts';
import { keyFor } from '../keys.ts';
import { connectionLock } from '../request.ts';
import { keepToConnections } from '../websites/sync.ts';

/** Firefox rejects where there is no policy, and Safari has none. */
const managed = async (): Promise<Record<string, unknown>> =>
  (await browser.storage.managed?.get(null).catch(() => ({}))) ?? {};

/** Changes a setting only where it becomes another: whoever watches it is not told of nothing. */
async function change<T>(setting: Setting<T>, to: (value: T) => T): Promise<T | undefined> {
  const before = await get(setting);
  return JSON.stringify(to(before)) === JSON.stringify(before) ? undefined : update(setting, to);
}

async function idsWithKey(): Promise<ReadonlySet<string>> {
  const { list } = await get(connections);
  const keys = await Promise.all(list.map(({ id, analyticsUrl }) => keyFor(id, 'analytics', analyticsUrl)));
  return new Set(list.filter((_, index) => keys[index]).map(({ id }) => id));
}

async function apply(given: Record<string, unknown>): Promise<void> {
  const last = await get(policyInForce);
  const { policy, faults } = readPolicy(given);
  const keyed = await idsWithKey();
  const { fixed = [] } = policy;
  let now = { ...last, faults, fixed: fixed.filter((name) => policy.preferences && name in policy.preferences) };
  await change(preferences, (before) => {
    const { value, ...done } = applied(before, last.preferences, policy.preferences ?? {}, fixed);
    now = { ...now, preferences: done } as typeof now;
    return value;
  });
  const changed = await change(connections, (before) => {
    // What was drawn at random the first time is what is stored.
    const result = appliedConnections(before, last.connections, policy.connections ?? [], (id) => keyed.has(id));
    now = { ...now, connections: result.connections };
    return result.value;
  });
  if (JSON.stringify(now) !== JSON.stringify(last)) await set(policyInForce, now);
  if (changed) await keepToConnections(changed);
}

/**
 * Applies the policy of this browser to the settings, so that pages and worker read one truth. `isCertain`: an empty
 * answer means that there is none. For the first seconds after its start Chromium says so always: where there was a
 * policy, nothing is changed then, and the answer is false.
 */
export async function followPolicy(isCertain: boolean): Promise<boolean> {
  const given = await managed();
  const { connections: those, preferences: these, faults } = await get(policyInForce);
  const hasOne = faults.length > 0 || [those, these.set].some((each) => Object.keys(each).length);
  const isEmpty = !Object.keys(given).length;
  if (isEmpty && !hasOne) return true;
  if (isEmpty && !isCertain) return false;
  await navigator.locks.request('policy', () => navigator.locks.request(connectionLock, () => apply(given)));
  return true;
}
