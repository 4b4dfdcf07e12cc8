import { useStored } from '@/components/useStored.ts';
import { nameOf } from '@/lib/connections/name.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import type { Traits } from '@/lib/services/types.ts';
import { fixedNames, policyInForce } from '@/lib/storage/policyInForce.ts';
import { type Connections, connections } from '@/lib/storage/settings.ts';
import type { OptionsStart } from './load.ts';
import type { SettingRow } from './settingsTable.ts';
import { useKnownSites } from './useKnownSites.ts';
import { useSettings } from './useSettings.ts';
import { useStandings } from './useStandings.ts';

/** Returns the traits of the first connection's service, but with the privacy modes and settings of all services. */
export function anyTraits({ list }: Connections): Traits {
  const [first = traitsOf(), ...rest] = list.map(({ kind }) => traitsOf(kind));
  const any = [first, ...rest];
  return {
    ...first,
    privacy: ([0, 1, 2] as const).filter((mode) => any.some(({ privacy }) => privacy.includes(mode))),
    settings: [...new Set(any.flatMap(({ settings }) => settings))],
  };
}

/**
 * Returns the names of the connections that have their own settings. Empty if there is only one connection, because
 * this page then shows that connection's settings.
 */
const ownersOf = ({ list }: Connections, part: 'defaults' | 'templates'): string[] =>
  list.length > 1 ? list.filter((one) => one[part]).map(nameOf) : [];

export function useHome(start: OptionsStart) {
  const all = useStored(connections, start.connections);
  const policy = useStored(policyInForce, start.policy);
  const settings = useSettings(start.settings, all);
  const sites = useKnownSites(all);
  const { standings, testing, onAccess, onRetry } = useStandings(all);
  const turn = async (row: SettingRow, isWanted: boolean) => {
    const isOn = await settings.turn(row, isWanted);
    if (isOn && row.name === 'badge') await sites.readMissing();
    return isOn;
  };
  return {
    all,
    settings: { ...settings, turn },
    sites,
    standings,
    testing,
    traits: anyTraits(all),
    hasMenus: start.hasMenus,
    policyFaults: policy.faults,
    fixedOf: (id: string | undefined) => fixedNames(policy, id),
    owners: { newSites: ownersOf(all, 'defaults'), pages: ownersOf(all, 'templates') },
    onAccess,
    onRetry,
  };
}

export type HomeState = ReturnType<typeof useHome>;
