import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { Icon } from '@/components/Icon.tsx';
import { ConnectionForm } from '@/entrypoints/options/ConnectionForm.tsx';
import { DefaultsForm } from '@/entrypoints/options/DefaultsForm.tsx';
import { PreferencesForm } from '@/entrypoints/options/PreferencesForm.tsx';
import type { SavedNote } from '@/entrypoints/options/Saved.tsx';
import { Section } from '@/entrypoints/options/Section.tsx';
import { Templates } from '@/entrypoints/options/Templates.tsx';
import { Welcome } from '@/entrypoints/options/Welcome.tsx';
import { dropNotifications, requestNotifications } from '@/lib/connections/permissions.ts';
import { ask } from '@/lib/messages/ask.ts';
import { defaults, type Preferences, preferences } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { KnownSites } from './KnownSites.tsx';
import type { OptionsStart } from './load.ts';
import { useConnection } from './useConnection.ts';
import { useSaid, useSetting } from './useSetting.ts';

export function Options({ start }: { start: OptionsStart }) {
  const [preferred, prefer] = useSetting(preferences, start.preferences);
  const { view, actions } = useConnection(start, preferred.accountUrl);
  return (
    <main>
      <header>
        <img src="/icons/48.png" alt="" width={36} height={36} />
        <h1>
          Waymark <span class="muted">{t('options.heading')}</span>
        </h1>
        <a class="button" href={browser.runtime.getURL('/manage.html')}>
          <Icon name="list" />
          {t('commands.manage')}
        </a>
      </header>
      {!start.connection && <Welcome />}
      <Section title={t('options.connection')} hint={t('options.connection_hint')}>
        <ConnectionForm {...view} {...actions} />
      </Section>
      <NewSites start={start} />
      <Behaviour value={preferred} change={prefer} />
      <KnownSites start={start.connection?.analyticsUrl} value={preferred} change={prefer} />
      <Pages value={preferred} change={prefer} />
    </main>
  );
}

function NewSites({ start }: { start: OptionsStart }) {
  const [said, tell] = useSaid();
  const [value, change] = useSetting(defaults, start.defaults);
  const savePassword = async (password: string) => {
    const answer = await ask('keys.defaultPassword', { password });
    tell(answer.ok ? 'saved' : { failed: problemText(answer.problem) });
    return answer.ok;
  };
  return (
    <Section title={t('options.defaults')} hint={t('options.defaults_hint')} said={said}>
      <DefaultsForm defaults={value} onChange={(part) => void change(part, tell)} onPassword={savePassword} />
    </Section>
  );
}

interface PreferencesProps {
  value: Preferences;
  change: (part: Partial<Preferences>, tell: (said: SavedNote) => void) => Promise<void>;
}

function Behaviour({ value, change }: PreferencesProps) {
  const [said, tell] = useSaid();
  const [isDenied, setDenied] = useState(false);
  const onNotifications = (wanted: boolean) => {
    const granted = wanted ? requestNotifications().catch(() => false) : dropNotifications().then(() => false);
    void granted.then((notifications) => {
      setDenied(wanted && !notifications);
      return change({ notifications }, tell);
    });
  };
  return (
    <Section title={t('options.preferences')} said={said}>
      <PreferencesForm
        preferences={value}
        hasMenus={browser.contextMenus !== undefined}
        onChange={(part) => void change(part, tell)}
        onNotifications={onNotifications}
        isDenied={isDenied}
      />
    </Section>
  );
}

function Pages({ value, change }: PreferencesProps) {
  const [said, tell] = useSaid();
  return (
    <Section title={t('options.service_pages')} hint={t('options.service_pages_hint')} said={said}>
      <Templates preferences={value} usual={preferences.fallback} onChange={(part) => void change(part, tell)} />
    </Section>
  );
}
