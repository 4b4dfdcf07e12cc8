import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import type { Fault } from '@/lib/storage/writtenSettings.ts';
import { t } from '@/lib/text/i18n.ts';
import { Faults } from './Faults.tsx';

/** The names of what an organisation has fixed: preferences, and fields of the current connection. */
const FixedNames = createContext<ReadonlySet<string>>(new Set());
export const FixedProvider = FixedNames.Provider;
export const useFixed = (name: string): boolean => useContext(FixedNames).has(name);

/** Says why something cannot be changed. */
export const FixedNote = () => (
  <p class="hint fixed-note">
    <Icon name="lock" />
    {t('options.policy_fixed')}
  </p>
);

/** A setting that cannot be changed if an organisation has fixed it. */
export function Fixed({ name, children }: { name: string; children: ComponentChildren }) {
  if (!useFixed(name)) return <>{children}</>;
  return (
    <fieldset class="fixed stack" disabled>
      {children}
      <FixedNote />
    </fieldset>
  );
}

/** The faults of an organisation's policy; the rest of it is in force. */
export function PolicyFaults({ faults }: { faults: readonly Fault[] }) {
  return faults.length > 0 ? <Faults title={t('options.policy_faults')} faults={faults} /> : null;
}
