import { Icon } from '@/components/Icon.tsx';
import { TraitsProvider } from '@/components/useTraits.ts';
import { listText, t } from '@/lib/text/i18n.ts';
import { lacksPassword } from '@/lib/websites/written.ts';
import { ConnectionList } from './ConnectionList.tsx';
import { connectionLines } from './connectionLines.ts';
import { KnownSites } from './KnownSites.tsx';
import { Section } from './Section.tsx';
import { SettingRow } from './SettingRow.tsx';
import { FileSetting } from './SettingsFile.tsx';
import { isOffered, type Section as Part, settingRows } from './settingsTable.ts';
import type { HomeState } from './useHome.ts';
import type { SettingsFile } from './useSettingsFile.ts';

/**
 * Returns the hint of a section. Adds a sentence that names the connections with their own settings (`owners`), if any.
 */
const hintOf = (hint: string, owners: readonly string[]) =>
  owners.length ? `${hint} ${t('options.own_settings', { names: listText(owners) })}` : hint;

/**
 * Renders the first view: the list of connections, and the settings. If there is only one connection, its own settings
 * replace the common ones.
 */
export function Home({ file, ...home }: HomeState & { file: SettingsFile }) {
  const { all, settings, sites, standings, testing, traits, hasMenus, owners, onAccess, onRetry } = home;
  const { values, said } = settings;
  const rows = (part: Part) =>
    settingRows
      .filter((row) => row.section === part && isOffered(row, { ...traits, hasMenus }))
      .map((row) => (
        <SettingRow key={row.name} row={row} settings={settings}>
          {row.name === 'badge' && <KnownSites sites={sites} />}
          {row.name === 'hasPassword' && lacksPassword(values, values.hasPassword) && (
            <p class="hint warned">{t('options.password_missing')}</p>
          )}
        </SettingRow>
      ));
  const newSites = rows('newSites');
  return (
    <TraitsProvider value={traits}>
      <Section title={t(all.list.length > 1 ? 'options.connections' : 'popup.connection')}>
        <ConnectionList
          lines={connectionLines(all, standings)}
          testing={testing}
          onAccess={onAccess}
          onRetry={onRetry}
        />
      </Section>
      <Section title={t('options.preferences')} said={said.preferences}>
        {rows('preferences')}
      </Section>
      {newSites.length > 0 && (
        <Section
          title={t('options.defaults')}
          said={said.newSites}
          hint={hintOf(t('options.defaults_hint'), owners.newSites)}
        >
          {newSites}
        </Section>
      )}
      <section class="card">
        <details class="fold">
          <summary>
            <Icon name="chevron" />
            <h2>{t('options.advanced')}</h2>
            <span class="hint">{[t('options.service_pages'), t('options.file')].join(' · ')}</span>
          </summary>
          <Section
            title={t('options.service_pages')}
            said={said.pages}
            hint={hintOf(t('options.service_pages_hint'), owners.pages)}
          >
            {rows('pages')}
          </Section>
          <FileSetting {...file} />
        </details>
      </section>
    </TraitsProvider>
  );
}
