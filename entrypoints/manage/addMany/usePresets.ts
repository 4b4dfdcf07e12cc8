import { useStored } from '@/components/useStored.ts';
import { useWatched } from '@/components/useWatched.ts';
import { teamOfNew } from '@/lib/connections/team.ts';
import type { Team } from '@/lib/services/index.ts';
import { type Preset, presets } from '@/lib/storage/presets.ts';
import { type ConnectionAddress, type Defaults, defaults, defaultsFor, update } from '@/lib/storage/settings.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { isSame } from '@/lib/util/isSame.ts';
import { edits, initialFields, toFields, type WebsiteFields } from '@/lib/websites/fields.ts';
import { complete } from '@/lib/websites/written.ts';
import { useSessionState } from './useSessionState.ts';

export interface ManyFields {
  fields: WebsiteFields;
  /** `each`: a generated password for each website. `common`: one password for all, either typed here or stored. */
  way: 'each' | 'common';
  fast: boolean;
}

/** The values that the person or a preset has set. They override the defaults of each connection. */
type Edits = Partial<Omit<ManyFields, 'fields'>> & { fields: Partial<WebsiteFields> };

const laidOver = (stored: Defaults, { fields, ...rest }: Edits): ManyFields => ({
  // A typed password is the common one at every connection, also where none is stored.
  way: stored.hasPassword || fields.password ? 'common' : 'each',
  fast: false,
  ...rest,
  fields: { ...toFields(stored), ...fields },
});

const toPreset = (name: string, { fields, way }: ManyFields): Preset => {
  const { password: _, ...written } = complete(fields);
  return { privacy: 1, ...initialFields(), ...written, name, password: way };
};

/** For each account, the team that the person has chosen; null if the websites belong to the account itself. */
type Teams = ReadonlyMap<string, Team | null>;

/** Provides the team of added sites, and their settings: the defaults or a preset, with the person's changes. */
export function usePresets(connection: ConnectionAddress) {
  const saved = useStored(presets);
  const common = useWatched<Defaults | undefined>((tell) => watchSince(defaults, tell), []);
  const [edited, setEdited] = useSessionState<Edits>('fields', () => ({ fields: {} }));
  const [chosen, setChosen] = useSessionState<string | undefined>('preset', () => '');
  const [teams, setTeams] = useSessionState<Teams>('teams', () => new Map());
  const valueAt = (one: ConnectionAddress) => common && laidOver(defaultsFor(common, one), edited);
  const hasPasswordAt = (one: ConnectionAddress) => (common && defaultsFor(common, one).hasPassword) ?? false;
  const now = valueAt(connection);

  return {
    value: now,
    valueAt,
    /** Whether a default password for new sites is stored, which is used if none is typed. */
    hasPassword: hasPasswordAt(connection),
    hasPasswordAt,
    teamAt: (one: ConnectionAddress): Team | undefined => {
      const team = teams.get(one.account);
      return team === undefined ? teamOfNew(one) : (team ?? undefined);
    },
    chooseTeam: ({ account }: ConnectionAddress, team: Team | undefined) =>
      setTeams((before) => new Map([...before, [account, team ?? null]])),
    names: saved.map(({ name }) => name).sort((a, b) => a.localeCompare(b)),
    /**
     * The name of the preset that the fields come from; '' for the defaults; undefined if the fields were changed
     * since, or the preset was deleted.
     */
    chosen,
    change: (changed: ManyFields) => {
      if (!now) return;
      const fields = { ...edited.fields, ...edits(now.fields, changed.fields) };
      setEdited({ ...edited, ...edits(now, changed), fields });
      // Speed and a typed password are not part of a preset.
      if (!isSame(toPreset('', changed), toPreset('', now))) setChosen(undefined);
    },
    forgetPassword: () => setEdited(({ fields: { password: _, ...fields }, ...rest }) => ({ ...rest, fields })),
    choose: (name: string) => {
      const preset = saved.find((one) => one.name === name);
      setChosen(name);
      const { fast = false } = edited;
      setEdited(preset ? { fields: toFields(preset), way: preset.password, fast } : { fields: {}, fast });
    },
    save: (name: string) => {
      if (!now) return;
      setChosen(name);
      void update(presets, (all) => [...all.filter((one) => one.name !== name), toPreset(name, now)]);
    },
    forget: (name: string) => {
      setChosen(undefined);
      void update(presets, (all) => all.filter((one) => one.name !== name));
    },
  };
}
