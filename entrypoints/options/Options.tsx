import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from '@/components/Icon.tsx';
import { ignoreHeldKey } from '@/components/ignoreHeldKey.ts';
import { t } from '@/lib/text/i18n.ts';
import { ConnectionList } from './ConnectionList.tsx';
import { Damaged } from './Damaged.tsx';
import { FixedProvider, PolicyFaults } from './Fixed.tsx';
import { KnownSites } from './KnownSites.tsx';
import type { OptionsStart } from './load.ts';
import { OneConnection, OnlyConnection } from './OneConnection.tsx';
import { PreferencesForm } from './PreferencesForm.tsx';
import { Section } from './Section.tsx';
import { SettingsFile } from './SettingsFile.tsx';
import { useConnectionList } from './useConnectionList.ts';
import { useDamaged } from './useDamaged.ts';
import { useFocusNet } from './useFocusNet.ts';
import { usePolicy } from './usePolicy.ts';
import { useBehaviour, useCommon } from './usePreferences.ts';
import { TypedProvider } from './useTyped.ts';

const points: readonly { icon: IconName; title: () => string; text: () => string }[] = [
  { icon: 'globe', title: () => t('options.welcome_address'), text: () => t('options.welcome_address_text') },
  { icon: 'key', title: () => t('options.welcome_key'), text: () => t('options.welcome_key_text') },
  { icon: 'lock', title: () => t('options.welcome_private'), text: () => t('options.welcome_private_text') },
];

/** What Waymark needs, which permissions it asks for, and why; shown until it is connected. */
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

/** What a held Enter or Space presses. */
const pressed: Record<string, string> = { Enter: 'a, button, input, summary', ' ': 'button, summary' };

/** A key that is held since before another button took the place of the pressed one does not press that, too. */
function ignoreHeldPress(event: KeyboardEvent): void {
  const controls = pressed[event.key];
  if (controls && event.target instanceof Element && event.target.matches(controls)) ignoreHeldKey(event);
}

export function Options({ start }: { start: OptionsStart }) {
  const { all, last, opened, isSeveral, texts, ...connections } = useConnectionList(start);
  const policy = usePolicy();
  const damage = useDamaged(start.damaged);
  const common = useCommon(start);
  const { said, ...behaviour } = useBehaviour(common);
  const { failure } = connections;
  const page = useFocusNet();
  const note = useRef<HTMLParagraphElement>(null);
  // What had the focus may have gone with a connection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another form is shown
  useLayoutEffect(() => {
    if (failure && document.activeElement === document.body) note.current?.focus();
  }, [failure, opened?.id, isSeveral]);
  const shared = (
    <>
      <Section title={t('options.preferences')} said={said}>
        <PreferencesForm hasMenus={start.hasMenus} {...behaviour} />
      </Section>
      <KnownSites
        key={last?.id ?? ''}
        id={last?.id ?? opened?.id ?? ''}
        start={last?.account}
        value={common.preferred}
        change={common.change}
        isSeveral={isSeveral}
      />
    </>
  );
  return (
    <FixedProvider value={policy.fixedOf(opened?.id)}>
      <main ref={page} onKeyDownCapture={ignoreHeldPress}>
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
        <Damaged {...damage} />
        <PolicyFaults faults={policy.faults} />
        <div role="alert" class="failure">
          {failure && (
            <p class="note danger" tabIndex={-1} ref={note}>
              {failure}
            </p>
          )}
        </div>
        {!start.connections.list.length && <Welcome />}
        {isSeveral || !opened ? (
          <>
            <Section title={t('options.connections')} hint={t('options.connections_hint')}>
              <ConnectionList {...connections} open={opened?.id}>
                {opened && (
                  <TypedProvider value={texts}>
                    <OneConnection key={opened.id} start={opened} all={all} common={common} {...connections} />
                  </TypedProvider>
                )}
              </ConnectionList>
              <div role="status" class="visually-hidden">
                {connections.said}
              </div>
            </Section>
            {shared}
          </>
        ) : (
          <TypedProvider value={texts}>
            <OnlyConnection
              key={opened.id}
              start={opened}
              all={all}
              common={common}
              onAdd={connections.onAdd}
              isLeft={connections.hasRemoved}
            >
              {shared}
            </OnlyConnection>
          </TypedProvider>
        )}
        <SettingsFile opened={opened?.id} onOpen={connections.onToggle} />
      </main>
    </FixedProvider>
  );
}
