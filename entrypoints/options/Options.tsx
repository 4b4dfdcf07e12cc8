import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { nameOf } from '@/lib/connections/name.ts';
import { t } from '@/lib/text/i18n.ts';
import { Connection } from './connection/Connection.tsx';
import { FirstConnection } from './connection/FirstConnection.tsx';
import { connectedTexts } from './connectionLines.ts';
import { FixedLegend, FixedProvider } from './Fixed.tsx';
import { Home } from './Home.tsx';
import type { OptionsStart } from './load.ts';
import { Damaged, PolicyFaults } from './Notices.tsx';
import { type Route, useRoute } from './route.ts';
import { ImportView } from './SettingsFile.tsx';
import { fixedNameOf, settingRows } from './settingsTable.ts';
import { useDamaged } from './useDamaged.ts';
import { type HomeState, useHome } from './useHome.ts';
import { usePolicy } from './usePolicy.ts';
import { useSettingsFile } from './useSettingsFile.ts';

/** What a view is called in the browser's tab. */
function titleOf(route: Route, { all }: HomeState): string {
  if (route.is === 'import') return `${t('options.file')} · ${t('options.title')}`;
  if (route.is === 'home') return t('options.title');
  const one = all.list.find(({ id }) => id === route.id);
  return `${one ? nameOf(one) : t('options.new_connection')} · ${t('options.title')}`;
}

const Header = () => (
  <header>
    <img src="/icons/48.png" alt="" width={28} height={28} />
    <h1 tabIndex={-1}>
      <span class="brand">Waymark</span> <span class="muted">{t('options.heading')}</span>
    </h1>
    <a class="button" href="/manage.html">
      <Icon name="list" />
      {t('commands.manage')}
    </a>
  </header>
);

/** What a person has done by connecting the first service, in the view that takes the place of the form. */
function Connected({ all, standings }: Pick<HomeState, 'all' | 'standings'>) {
  const report = standings[all.list[0]?.id ?? '']?.last?.report;
  return (
    <>
      {report &&
        connectedTexts(report).map((text) => (
          <p key={text} class="note good">
            <Icon name="check" />
            <span>
              {text} {t('options.ready')}
            </span>
          </p>
        ))}
    </>
  );
}

/** The page: its address says which view is shown. Before the first connection there is one form and nothing else. */
export function Options({ start }: { start: OptionsStart }) {
  const route = useRoute();
  const home = useHome(start);
  const policy = usePolicy(start.policy);
  const damage = useDamaged(start.damaged);
  const file = useSettingsFile();
  const main = useRef<HTMLElement>(null);
  const isConnected = home.all.list.length > 0;
  /** Something in the first form is not saved: its SEO service was refused, or another window has connected one. */
  const [isFirstLeft, setFirstLeft] = useState(false);
  const view = route.is === 'home' && (!isConnected || isFirstLeft) ? 'first' : route.is;
  const title = titleOf(route, home);
  const shown = `${view} ${route.is === 'connection' ? route.id : ''}`;
  const before = useRef(shown);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useLayoutEffect(() => {
    if (before.current !== shown) (main.current?.querySelector('h1') ?? main.current)?.focus();
    before.current = shown;
  }, [shown]);
  const [only] = home.all.list.length === 1 ? home.all.list : [];
  const fixed = policy.fixedOf(route.is === 'connection' ? route.id : only?.id);
  const hasFixed = settingRows.some((row) => fixed.has(fixedNameOf(row)));
  return (
    <FixedProvider value={fixed}>
      <main ref={main} class={view} tabIndex={-1}>
        {view === 'home' && <Header />}
        {(view === 'home' || view === 'first') && (
          <div class="notices">
            <Damaged {...damage} />
            <PolicyFaults faults={policy.faults} />
            <div role="status">{isConnected && !start.connections.list.length && <Connected {...home} />}</div>
          </div>
        )}
        {view === 'home' && (
          <>
            {hasFixed && <FixedLegend />}
            <Home {...home} file={file} />
          </>
        )}
        {view === 'first' && (
          <>
            <FirstConnection onLeft={setFirstLeft} />
            <a class="beneath" href="#import">
              {t('options.file_import')}
            </a>
          </>
        )}
        {route.is === 'connection' && <Connection id={route.id} />}
        {route.is === 'import' && <ImportView {...file} />}
      </main>
    </FixedProvider>
  );
}
