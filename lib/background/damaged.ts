import { auditRepeats } from '../storage/auditRepeats.ts';
import type { DamagedPart, SettingsPart } from '../storage/damagedParts.ts';
import { policyInForce } from '../storage/policyInForce.ts';
import { presets } from '../storage/presets.ts';
import { connections, defaults, dropUnread, get, preferences, type Setting, unreadIn } from '../storage/settings.ts';
import { forgetOthers } from './forget.ts';
import { keepToConnections } from './keepToConnections.ts';
import { defaultPassword, keyStores, ownPasswords } from './keys.ts';
import { followAgain } from './policy/listen.ts';
import { connectionLock } from './request.ts';

interface Part {
  settings: readonly Setting<never>[];
  /** Whether to show the person the names of the damaged entries. */
  namesEntries?: true;
  /** Called after the part's unreadable values were removed. */
  after?: () => Promise<unknown>;
}

const of = (...settings: readonly Setting<unknown>[]) => settings as readonly Setting<never>[];

/**
 * Forgets the keys and stored data of connections that could not be read and have now been removed from the settings.
 */
const forgetLost = () =>
  navigator.locks.request(connectionLock, async () => {
    const rest = await get(connections);
    await keepToConnections(rest);
    await forgetOthers(rest);
  });

/** The parts of a person's settings that can be reset separately. */
const parts: Record<SettingsPart, Part> = {
  connections: { settings: of(connections), namesEntries: true, after: forgetLost },
  defaults: { settings: of(defaults) },
  presets: { settings: of(presets) },
  preferences: { settings: of(preferences) },
  keys: { settings: of(keyStores.always, keyStores.session) },
  passwords: { settings: of(defaultPassword, ownPasswords) },
  policy: { settings: of(policyInForce), after: followAgain },
  audits: { settings: of(auditRepeats) },
};

/** Returns the parts of the settings that cannot be read completely. */
export async function damagedParts(): Promise<DamagedPart[]> {
  const rows = Object.entries(parts) as [SettingsPart, Part][];
  const found = await Promise.all(
    rows.map(async ([part, { settings, namesEntries }]) => {
      const places = (await Promise.all(settings.map(unreadIn))).flat();
      return places.length ? [{ part, places: namesEntries ? places.filter(Boolean) : [] }] : [];
    }),
  );
  return found.flat();
}

/** Removes the unreadable values of a part. Resolves to the parts that are still damaged. */
export async function resetPart(part: SettingsPart): Promise<DamagedPart[]> {
  const { settings, after } = parts[part];
  for (const setting of settings) await dropUnread(setting);
  await after?.();
  return damagedParts();
}
