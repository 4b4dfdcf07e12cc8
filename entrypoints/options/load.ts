import { browser } from 'wxt/browser';
import { ask } from '@/lib/messages/ask.ts';
import type { DamagedPart } from '@/lib/storage/damagedParts.ts';
import { type PolicyInForce, policyInForce } from '@/lib/storage/policyInForce.ts';
import { type Connections, connections, defaults, get, preferences } from '@/lib/storage/settings.ts';
import { hashOf, offeredPage } from './route.ts';
import { readAllowed, readTyped, type SettingsStart } from './useSettings.ts';

export interface OptionsStart {
  connections: Connections;
  policy: PolicyInForce;
  settings: SettingsStart;
  /** The parts of the settings that cannot be read. */
  damaged: DamagedPart[];
  /** Whether the browser has context menus. Mobile browsers have none. */
  hasMenus: boolean;
}

/**
 * Returns the URL hash of the view for the service that the popup offered to connect (see `offeredPage`). Undefined
 * without such an offer, or if nothing is connected yet.
 */
function hashForPage(search: string, all: Connections): string | undefined {
  const offered = offeredPage(search, all);
  if (!offered || !all.list.length) return undefined;
  return offered.of ? hashOf(offered.of.id) : '#new';
}

/**
 * Reads the data that the page starts with. Also opens the view of a service that the popup offered to connect, if any.
 */
export async function loadOptions({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Promise<OptionsStart> {
  const [stored, policy, fields, preferred, typed, damaged, allowed] = await Promise.all([
    get(connections),
    get(policyInForce),
    get(defaults),
    get(preferences),
    readTyped(),
    ask('settings.damaged', {}),
    readAllowed(),
  ]);
  const hash = hashForPage(search, stored);
  if (hash) history.replaceState(null, '', `${pathname}${search}${hash}`);
  return {
    connections: stored,
    policy,
    settings: { preferences: preferred, defaults: fields, typed, allowed },
    damaged: damaged.ok ? damaged.value : [],
    hasMenus: browser.contextMenus !== undefined,
  };
}
