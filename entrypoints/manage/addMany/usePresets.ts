import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Preset, presets } from '@/lib/storage/presets.ts';
import {
  type ConnectionAddress,
  type Defaults,
  defaults,
  defaultsFor,
  get,
  update,
  watch,
} from '@/lib/storage/settings.ts';
import { complete, initialFields, toFields } from '@/lib/websites/fields.ts';
import type { ManyFields } from './AddFields.tsx';
import { useSessionState } from './useSessionState.ts';

const fromDefaults = (stored: Defaults): ManyFields => ({
  fields: toFields(stored),
  way: stored.hasPassword ? 'common' : 'each',
  fast: false,
});

const fromPreset = (preset: Preset, fast: boolean): ManyFields => ({
  fields: toFields(preset),
  way: preset.password,
  fast,
});

const toPreset = (name: string, { fields, way }: ManyFields): Preset => {
  const { password: _, ...written } = complete(fields);
  return { privacy: 1, ...initialFields(), ...written, name, password: way };
};

const byName = (all: readonly Preset[]) => [...all].sort((a, b) => a.name.localeCompare(b.name));

/** The fields that sites are added with: from the defaults or a preset, then as changed by the person. */
export function usePresets(connection: ConnectionAddress) {
  const [saved, setSaved] = useState<Preset[]>([]);
  const [common, setCommon] = useState<Defaults>();
  const [value, setValue] = useSessionState<ManyFields | undefined>('fields', () => undefined);
  const [chosen, setChosen] = useSessionState<string | undefined>('preset', () => '');
  useEffect(() => {
    void get(presets).then(setSaved);
    void get(defaults).then(setCommon);
    return watch(presets, setSaved);
  }, []);
  const start = useMemo(() => common && defaultsFor(common, connection), [common, connection]);
  const now = value ?? (start && fromDefaults(start));

  return {
    value: now,
    hasPassword: start?.hasPassword ?? false,
    hasPasswordAt: (one: ConnectionAddress) => (common && defaultsFor(common, one).hasPassword) ?? false,
    names: byName(saved).map(({ name }) => name),
    chosen,
    change: (changed: ManyFields) => {
      setValue(changed);
      // Speed and a typed password are not part of a preset.
      if (now && JSON.stringify(toPreset('', changed)) !== JSON.stringify(toPreset('', now))) setChosen(undefined);
    },
    choose: (name: string) => {
      const preset = saved.find((one) => one.name === name);
      setChosen(name);
      if (preset) setValue(fromPreset(preset, now?.fast ?? false));
      else if (start) setValue({ ...fromDefaults(start), fast: now?.fast ?? false });
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
