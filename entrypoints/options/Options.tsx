import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { Connection } from './connection/Connection.tsx';
import { FirstConnection } from './connection/FirstConnection.tsx';
import { connectedTexts } from './connectionLines.ts';
import { FixedLegend, FixedProvider } from './Fixed.tsx';
import { Home } from './Home.tsx';
import type { OptionsStart } from './load.ts';
import { Damaged, PolicyFaults } from './Notices.tsx';
import { useRoute } from './route.ts';
import { useTitle } from './Section.tsx';
import { ImportView } from './SettingsFile.tsx';
import { fixedNameOf, settingRows } from './settingsTable.ts';
import { useDamaged } from './useDamaged.ts';
import { type HomeState, useHome } from './useHome.ts';
import { useSettingsFile } from './useSettingsFile.ts';

function Header() {
  useTitle();
  return (
    <header>
      <img src="/icons/48.png" alt="" width={28} height={28} />
      <h1 tabIndex={-1}>
        <span class="brand">Waymark</span> <span class="muted">{t('popup.open_settings')}</span>
      </h1>
      <a class="button" href="/manage.html">
        <Icon name="list" />
        {t('commands.manage')}
      </a>
    </header>
  );
}

/** Renders the confirmation that replaces the form after the person has connected the first service. */
function Connected({ all, standings }: Pick<HomeState, 'all' | 'standings'>) {
  const report = standings[all.list[0]?.id ?? '']?.last?.report;
  const connected = report ? connectedTexts(report) : [];
  if (!connected.length) return null;
  return (
    <p class="note good">
      <Icon name="check" />
      <span>
        {connected.map(({ name, text }) => (
          <span key={name}>
            <b>{name}</b> {text}{' '}
          </span>
        ))}
        {t('options.ready')}
      </span>
    </p>
  );
}

/**
 * Renders the view that the page's URL names. If no connection is stored, the form of the first connection replaces the
 * view `home`.
 */
export function Options({ start }: { start: OptionsStart }) {
  const route = useRoute();
  const home = useHome(start);
  const damage = useDamaged(start.damaged);
  const file = useSettingsFile();
  const main = useRef<HTMLElement>(null);
  const isConnected = home.all.list.length > 0;
  /**
   * Whether the form of the first connection has unsaved text or is being saved. If so, it stays even after a
   * connection was stored, by another window or by a save in which only the SEO service was refused.
   */
  const [isFirstUnsaved, setFirstUnsaved] = useState(false);
  const view = route.is === 'home' && (!isConnected || isFirstUnsaved) ? 'first' : route.is;
  const shown = `${view} ${route.is === 'connection' ? route.id : ''}`;
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (before.current !== shown) (main.current?.querySelector('h1') ?? main.current)?.focus();
    before.current = shown;
  }, [shown]);
  const [only] = home.all.list.length === 1 ? home.all.list : [];
  const fixed = home.fixedOf(route.is === 'connection' ? route.id : only?.id);
  const hasFixed = settingRows.some((row) => fixed.has(fixedNameOf(row)));
  return (
    <FixedProvider value={fixed}>
      <main ref={main} class={view} tabIndex={-1}>
        {view === 'home' && <Header />}
        {(view === 'home' || view === 'first') && (
          <div class="notices">
            <Damaged {...damage} />
            <PolicyFaults faults={home.policyFaults} />
            <div role="status">{isConnected && !start.connections.list.length && <Connected {...home} />}</div>
          </div>
        )}
        {view === 'home' && (
          <>
            {hasFixed && <FixedLegend />}
            <Home {...home} file={file} />
          </>
        )}
        {view === 'first' && <FirstConnection onUnsaved={setFirstUnsaved} />}
        {route.is === 'connection' && (
          <Connection id={route.id} stored={home.all.list.find(({ id }) => id === route.id)} />
        )}
        {route.is === 'import' && <ImportView {...file} />}
      </main>
    </FixedProvider>
  );
}
