import { Icon, type IconName } from '@/components/Icon.tsx';
import { TraitsProvider } from '@/components/useTraits.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { t } from '@/lib/text/i18n.ts';
import { ConnectionForm } from './ConnectionForm.tsx';
import { DefaultsForm } from './DefaultsForm.tsx';
import { KnownSites } from './KnownSites.tsx';
import type { OptionsStart } from './load.ts';
import { PreferencesForm } from './PreferencesForm.tsx';
import { Section } from './Section.tsx';
import { SettingsFile } from './SettingsFile.tsx';
import { Templates } from './Templates.tsx';
import { useConnection } from './useConnection.ts';
import { useDefaults, useKind, usePreferences } from './usePreferences.ts';

const points: readonly { icon: IconName; title: () => string; text: () => string }[] = [
  { icon: 'globe', title: () => t('options.welcome_address'), text: () => t('options.welcome_address_text') },
  { icon: 'key', title: () => t('options.welcome_key'), text: () => t('options.welcome_key_text') },
  { icon: 'lock', title: () => t('options.welcome_private'), text: () => t('options.welcome_private_text') },
];

/** What Waymark needs, what it asks permission for, and why; shown until it is connected. */
function Welcome() {
  return (
    <div class="welcome">
      <h2>{t('options.welcome')}</h2>
      <p>{t('options.welcome_text')}</p>
      <ul>
        {points.map(({ icon, title, text }) => (
          <li key={icon}>
            <Icon name={icon} />
            <p>
              <b>{title()}</b> {text()}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Options({ start }: { start: OptionsStart }) {
  const kind = useKind(start.connection?.kind);
  const { value: preferred, change, behaviour, pages } = usePreferences(start.preferences, kind);
  const newSites = useDefaults(start.defaults);
  const { view, actions } = useConnection(start, preferred.accountUrl);
  return (
    <TraitsProvider value={traitsOf(kind)}>
      <main>
        <header>
          <img src="/icons/48.png" alt="" width={36} height={36} />
          <h1>
            Waymark <span class="muted">{t('options.heading')}</span>
          </h1>
          <a class="button" href="/manage.html">
            <Icon name="list" />
            {t('commands.manage')}
          </a>
        </header>
        {!start.connection && <Welcome />}
        <Section title={t('options.connection')} hint={t('options.connection_hint')}>
          <ConnectionForm {...view} {...actions} />
        </Section>
        <Section title={t('options.defaults')} hint={t('options.defaults_hint')} said={newSites.said}>
          <DefaultsForm defaults={newSites.value} onChange={newSites.onChange} onPassword={newSites.onPassword} />
        </Section>
        <Section title={t('options.preferences')} said={behaviour.said}>
          <PreferencesForm
            preferences={preferred}
            hasMenus={start.hasMenus}
            onChange={behaviour.onChange}
            onNotifications={behaviour.onNotifications}
            isDenied={behaviour.isDenied}
          />
        </Section>
        <KnownSites id={start.id} start={start.connection?.account} value={preferred} change={change} />
        <Section title={t('options.service_pages')} hint={t('options.service_pages_hint')} said={pages.said}>
          <Templates preferences={preferred} initial={pages.initial} onChange={pages.onChange} />
        </Section>
        <SettingsFile />
      </main>
    </TraitsProvider>
  );
}
