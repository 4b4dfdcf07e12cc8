import { useMemo } from 'preact/hooks';
import type { TemplateName } from '@/lib/connections/urlTemplates.ts';
import { ask } from '@/lib/messages/ask.ts';
import {
  type ConnectionAddress,
  connections,
  connectionWith,
  type Defaults,
  defaults,
  defaultsFor,
  type Preferences,
  preferences,
  type Templates,
  update,
  withTemplates,
} from '@/lib/storage/settings.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { problemText } from '@/lib/text/problems.ts';
import { isSame } from '@/lib/util/isSame.ts';
import { ConnectionGone, type Kept, type Tell, useKept, useSaid, useSetting } from './useSetting.ts';

/** The settings of one connection as they are typed: the name may be empty, and there may be no rules. */
export interface Own {
  name: string;
  rules: string[];
  defaults?: Defaults | undefined;
  templates?: Templates | undefined;
}

const ownFields = ({ name = '', rules = [], defaults, templates }: Partial<Own> = {}): Own => ({
  name,
  rules,
  defaults,
  templates,
});

/** The settings of one connection besides its addresses and keys. */
export function useOwn(connection: Pick<ConnectionAddress, 'id'> & Partial<Own>) {
  const { id } = connection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what it starts with counts as known
  const kept = useMemo<Kept<Own>>(
    () => ({
      watch: (callback) =>
        watchSince(
          connections,
          (all) => {
            const one = connectionWith(all, id);
            if (one) callback(ownFields(one));
          },
          (all) => isSame(ownFields(connectionWith(all, id)), ownFields(connection)),
        ),
      update: (change) =>
        update(connections, ({ list, ...rest }) => {
          if (!connectionWith({ list }, id)) throw new ConnectionGone();
          return { ...rest, list: list.map((one) => (one.id === id ? { ...one, ...change(ownFields(one)) } : one)) };
        }),
    }),
    [id],
  );
  return useKept(kept, ownFields(connection));
}

export type ChangeOwn = (part: Partial<Own>, tell: Tell) => Promise<void>;

/** The common defaults of new websites and the preferences, which apply to connections without their own. */
export function useCommon(start: { defaults: Defaults; preferences: Preferences }) {
  const [fields, changeFields] = useSetting(defaults, start.defaults);
  // Without the permission, notifications start as off whatever is stored.
  const { notifications } = start.preferences;
  const [preferred, change] = useSetting(preferences, start.preferences, (stored) =>
    isSame({ ...stored, notifications }, start.preferences),
  );
  return { fields, changeFields, preferred, change };
}

export type Common = ReturnType<typeof useCommon>;

/** One connection's own settings, which replace the common ones. */
export interface Owned {
  id: string;
  own: Own;
  changeOwn: ChangeOwn;
}

/** The defaults of new websites, including the default password: those of one connection, or the common ones. */
export function useDefaults({ fields, changeFields }: Common, owned: Owned | undefined) {
  const [said, tell] = useSaid();
  const value = defaultsFor(fields, owned?.own);
  return {
    said,
    value,
    onChange: (part: Partial<Defaults>) =>
      void (owned ? owned.changeOwn({ defaults: { ...value, ...part } }, tell) : changeFields(part, tell)),
    onPassword: async (password: string) => {
      const answer = await ask('keys.defaultPassword', { connection: owned?.id, password });
      tell(answer.ok ? 'saved' : { failed: problemText(answer.problem) });
      return answer.ok;
    },
  };
}

const templatesOf = ({ statisticsUrl, trackingCode, accountUrl }: Templates): Templates => ({
  statisticsUrl,
  trackingCode,
  accountUrl,
});

/** A template that equals the kind's default is not stored, because another kind has another default. */
const ownTemplates = (part: Partial<Templates>, initial: Templates): Partial<Templates> =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, value === initial[name as TemplateName] ? '' : value]),
  );

/** The templates for the pages of a service of this kind: those of one connection, or the common ones. */
export function usePages({ preferred, change }: Common, kind: ConnectionAddress['kind'], owned: Owned | undefined) {
  const [said, tell] = useSaid();
  const value = withTemplates(preferred, { kind, templates: owned?.own.templates });
  const initial = withTemplates(preferences.fallback, { kind });
  return {
    said,
    value,
    initial,
    onChange: (part: Partial<Templates>) => {
      const written = ownTemplates(part, initial);
      const before = templatesOf(owned?.own.templates ?? preferred);
      void (owned ? owned.changeOwn({ templates: { ...before, ...written } }, tell) : change(written, tell));
    },
  };
}
