import { browser } from 'wxt/browser';
import { giveBackUnused } from '../../storage/giveBack.ts';
import { applied, appliedConnections, noTemplates, readPolicy } from '../../storage/policy.ts';
import { policyInForce } from '../../storage/policyInForce.ts';
import { connections, defaults, get, preferences, type Templates } from '../../storage/settings.ts';
import type { Permitted } from '../../storage/settingsFile.ts';
import { updateTogether } from '../../storage/updateTogether.ts';
import { isSame } from '../../util/isSame.ts';
import { without } from '../../util/without.ts';
import { forgetConnection } from '../forget.ts';
import { keepToConnections } from '../keepToConnections.ts';
import { idsWithKey, ownPasswords } from '../keys.ts';
import { connectionLock } from '../request.ts';

/**
 * Reads the browser's policy for this extension. Resolves to undefined if there certainly is none: Firefox reports this
 * by rejecting, and Safari has no policies.
 */
const managed = async (): Promise<Record<string, unknown> | undefined> =>
  browser.storage.managed?.get(null).catch(() => undefined);

/**
 * Applies a policy. Writes the settings in one step with a note of the policy's values, so that the values that the
 * policy replaces can always be restored.
 */
async function apply(given: Record<string, unknown>): Promise<void> {
  const { policy, faults } = readPolicy(given);
  const { fixed = [], preferences: set = {} } = policy;
  const keyed = await idsWithKey();
  // `defaults` and `ownPasswords` are only read. Listing them locks them, because a password may be saved meanwhile.
  const settings = { preferences, connections, inForce: policyInForce, defaults, ownPasswords };
  const { before, after } = await updateTogether(settings, (now) => {
    const last = { ...now.inForce.preferences, fixed: now.inForce.fixed };
    const { value, ...done } = applied(now.preferences, last, set, fixed);
    const hasKey = (id: string) => keyed.has(id);
    const passwords = { common: now.defaults.hasPassword, own: now.ownPasswords };
    const wanted = policy.connections ?? [];
    const result = appliedConnections(now.connections, now.inForce.connections, wanted, hasKey, passwords);
    // When a person turns off a preference, its permission is given up, so only the person can turn it on again.
    const isOn = (name: Permitted) => now.preferences[name] && value[name];
    const inForce = {
      faults,
      fixed: fixed.filter((name) => name in set),
      preferences: done,
      connections: result.connections,
    };
    const fixedTemplates = inForce.fixed.filter((name) => name in noTemplates) as (keyof Templates)[];
    return {
      ...now,
      preferences: {
        ...without(value, ['fixedTemplates']),
        badge: isOn('badge'),
        notifications: isOn('notifications'),
        ...(fixedTemplates.length ? { fixedTemplates } : {}),
      },
      connections: result.value,
      inForce,
    };
  });
  await giveBackUnused(before.preferences, after.preferences);
  for (const { id } of before.connections.list)
    if (!after.connections.list.some((one) => one.id === id)) await forgetConnection(id);
  if (isSame(after.connections, before.connections)) return;
  await keepToConnections(after.connections);
}

/**
 * Applies this browser's policy to the settings, so that other code only has to read the settings. In the first seconds
 * after its start, Chromium always reports an empty policy. An empty policy is therefore applied only if `isCertain` is
 * set, or if the browser has reported that there is none. Resolves to true if the policy is known now, to false if it
 * is unknown and an earlier policy stays applied, otherwise to undefined.
 */
export async function followPolicy(isCertain: boolean): Promise<boolean | undefined> {
  const answer = await managed();
  const given = answer ?? {};
  const hasOne = !isSame(await get(policyInForce), policyInForce.fallback);
  const isEmpty = !Object.keys(given).length;
  const isKnown = isCertain || !answer;
  if (isEmpty && !hasOne) return isKnown || undefined;
  if (isEmpty && !isKnown) return false;
  await navigator.locks.request('policy', () => navigator.locks.request(connectionLock, () => apply(given)));
  return true;
}
