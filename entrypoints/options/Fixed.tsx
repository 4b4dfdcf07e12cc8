import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';

/** The names of the preferences and of the connection's fields that an organisation has fixed (see `fixedNames`). */
const FixedNames = createContext<ReadonlySet<string>>(new Set());
export const FixedProvider = FixedNames.Provider;
export const useFixed = (name: string): boolean => useContext(FixedNames).has(name);

const Building = () => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 21V4h9v17M14 9h5v12M8 8h3M8 12h3M8 16h3M3 21h18" />
  </svg>
);

export const FixedSign = () => (
  <span class="fixed-sign" title={t('options.policy_fixed')}>
    <Building />
    <span class="visually-hidden">{t('options.policy_fixed')}</span>
  </span>
);

export const FixedLegend = () => (
  <p class="hint legend">
    <Building />
    {t('options.policy_sign')}
  </p>
);

export const FixedNote = () => (
  <p class="hint fixed-note">
    <Icon name="lock" />
    {t('options.policy_fixed')}
  </p>
);

/** Renders a setting. Its controls are disabled if an organisation has fixed it. */
export function Fixed({ name, children }: { name: string; children: ComponentChildren }) {
  if (!useFixed(name)) return <>{children}</>;
  return (
    <fieldset class="fixed stack" disabled>
      {children}
      <FixedNote />
    </fieldset>
  );
}
