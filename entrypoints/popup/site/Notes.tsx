import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '@/components/Icon.tsx';
import type { Suffix } from '@/lib/hosts/publicSuffix.ts';
import { t } from '@/lib/text/i18n.ts';
import { noteText, refusalText } from '@/lib/text/sites.ts';
import type { PopupStart } from '../load.ts';
import { openPages } from '../pages.ts';
import { unicodeOf } from '../unicode.ts';
import { openConnect } from './openSettings.ts';
import { connectable } from './servicePages.ts';
import type { Focus } from './state.ts';
import { useMain } from './useFocus.ts';
import { useOwnSite } from './useOwnSite.ts';
import { useTeamOfSite } from './useTeamOfSite.ts';
import type { FormProps } from './view.ts';

const suffixTexts = { icann: () => refusalText('public-suffix'), private: () => noteText('private-suffix') };

/** Returns the notes about `subject`, the host to register. The notes in `site` only apply to the tab's host. */
export function notesFor(site: PopupStart['site'], subject: string, publicSuffix: Suffix['publicSuffix']): string[] {
  const notes = 'notes' in site && site.host === subject ? site.notes.map(noteText) : [];
  return publicSuffix ? [...notes, suffixTexts[publicSuffix]()] : notes;
}

/** The icon of a private window. It is not in `Icon`, because the first paint does not need it. */
const Incognito = () => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M3 11h18M6 11l2-6h8l2 6M7.5 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM16.5 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM10 16.5c1.2-.8 2.8-.8 4 0" />
  </svg>
);

/** Shows the button that looks up the site in a private window, where Waymark sends no request by itself. */
const Check = ({ focus, onCheck }: { focus: Focus; onCheck: () => void }) => (
  <button type="button" class="button primary wide" ref={useMain(focus)} onClick={onCheck}>
    {t('popup.check_now')}
  </button>
);

interface NotesProps extends Pick<FormProps, 'start' | 'site' | 'send' | 'onPress'> {
  /** The kind of public suffix, if the host itself is a public suffix (see `Suffix`). */
  publicSuffix: Suffix['publicSuffix'];
  /** The connection's id. */
  connection: string;
  isService: boolean;
}

/** Shows notes that the person should read before pressing the main button. */
export function Notes({ publicSuffix, connection, isService, start, site, send, onPress }: NotesProps) {
  const { website, staleHost, several, isUnknown } = site;
  const notes = website ? [] : notesFor(start.site, start.host ?? '', publicSuffix);
  const note = (icon: IconName | 'incognito', words: ComponentChildren, ...buttons: [string, () => void][]) => (
    <div class={icon === 'warning' ? 'note warn' : 'note'}>
      {icon === 'incognito' ? <Incognito /> : <Icon name={icon} />}
      <div class="stack">
        {words}
        {buttons.length > 0 && (
          <div class="row">
            {buttons.map(([name, onClick]) => (
              <button key={name} type="button" class="button" onClick={onClick}>
                {name}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
  const { team } = useTeamOfSite(start, site.typed, false);
  const own = useOwnSite(start);
  const service = isService && connectable(start);
  const isAsking = start.private && site.check.state === 'idle';
  const onCheck = () => onPress('check');
  return (
    <>
      {!website && !isUnknown && team && <p class="hint">{t('popup.team_new', { team: team.name })}</p>}
      {isAsking && isUnknown && <Check focus={site.focus} onCheck={onCheck} />}
      {isAsking &&
        note(
          'incognito',
          <p>{t('popup.private_window')}</p>,
          ...(isUnknown ? [] : [[t('popup.check_now'), onCheck] as [string, () => void]]),
        )}
      {own &&
        own.host !== site.host &&
        note('chart', <p>{t('popup.own_statistics', { domain: unicodeOf(own.host) })}</p>, [
          t('popup.use_site', { domain: unicodeOf(own.host) }),
          () => send({ type: 'switched', to: own }),
        ])}
      {service && (
        <button type="button" class="button" onClick={() => openConnect(service)}>
          <Icon name="plus" />
          {t('popup.connect_page', { host: new URL(service).hostname })}
        </button>
      )}
      {site.hasOffer &&
        !isUnknown &&
        note(
          'info',
          <p>{t('popup.typed_before')}</p>,
          [t('popup.use_typed'), () => onPress('use-draft')],
          [t('popup.discard'), () => onPress('drop-draft')],
        )}
      {notes.length > 0 &&
        note(
          'info',
          notes.map((one) => <p key={one}>{one}</p>),
        )}
      {staleHost && <div role="alert">{note('warning', <p>{t('popup.tab_changed', { domain: staleHost })}</p>)}</div>}
      {several &&
        note('warning', <p>{t('popup.several')}</p>, [
          t('commands.manage'),
          // In a private window, the host is left out of the URL, because Chromium opens manage.html in a normal
          // window.
          () => openPages.onManage(`?connection=${connection}${start.private ? '' : `&search=${site.host}`}`),
        ])}
    </>
  );
}
