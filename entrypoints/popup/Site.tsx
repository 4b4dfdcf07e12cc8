import { useEffect, useRef } from 'preact/hooks';
import { Frame, type Standing } from '@/components/popup/Frame.tsx';
import { later } from '@/components/popup/later.tsx';
import { NewSite } from '@/components/popup/NewSite.tsx';
import { RegisteredSite } from '@/components/popup/RegisteredSite.tsx';
import { SiteNotes } from '@/components/popup/SiteNotes.tsx';
import { paramsOf } from '@/lib/popup.ts';
import type { ConnectionAddress } from '@/lib/settings.ts';
import { privacyText } from '@/lib/sitewords.ts';
import { t } from '@/lib/strings.ts';
import { fillUrl } from '@/lib/templates.ts';
import { pages } from './App.tsx';
import type { Start } from './load.ts';
import { useSite } from './useSite.ts';

const ProblemNote = later(() => import('@/components/ProblemNote.tsx').then((module) => module.ProblemNote));
const Tracking = later(() => import('./Tracking.tsx').then((module) => module.Tracking));

interface Props {
  host: string;
  start: Start;
  connection: ConnectionAddress;
}

/** One site: create, or privacy and the rest. */
export function Site({ host, start, connection }: Props) {
  const site = useSite(start, host);
  const params = paramsOf(start.url);
  const { website, check, problem, status } = site;
  const said = useRef<HTMLParagraphElement>(null);
  // After the main button is gone, focus goes to what came of it.
  useEffect(() => {
    if (status && document.activeElement === document.body) said.current?.focus();
  }, [status]);

  const standing: Standing = website
    ? { icon: 'check', text: `${t('popup.registered')} · ${privacyText(website.privacy)}`, tone: 'good' }
    : check.state === 'checking'
      ? { icon: 'refresh', text: t('popup.checking'), tone: 'muted' }
      : check.state === 'done'
        ? { icon: 'info', text: t('popup.not_registered'), tone: 'muted' }
        : { icon: 'question', text: t('popup.unknown'), tone: 'muted' };

  const news = (
    <>
      <p role="status" tabIndex={-1} ref={said} class="note good">
        {status}
      </p>
      {problem && (
        <ProblemNote
          problem={problem}
          domain={site.host}
          onSettings={pages.onSettings}
          onAccess={pages.onSettings}
          onRetry={site.retry}
        />
      )}
      <SiteNotes
        notes={site.notes}
        twins={website ? [] : site.twins}
        several={site.several}
        movedFrom={site.movedFrom}
        isPrivate={start.private && check.state === 'idle'}
        onCheck={site.recheck}
        onManage={pages.onManage}
      />
    </>
  );

  const tracking = (
    <Tracking
      start={start}
      connection={connection}
      subject={host}
      host={site.host}
      website={website}
      asked={check.state === 'done'}
      twins={site.twins}
    />
  );

  return (
    <Frame host={site.host} unicode={site.unicode} standing={standing} {...pages}>
      {website && news}
      {website ? (
        <RegisteredSite
          key={website.id}
          website={website}
          params={params}
          statisticsUrl={fillUrl(start.preferences.statisticsUrl, {
            base_url: connection.analyticsUrl,
            domain: website.domain,
            id: website.id,
          })}
          busy={site.busy}
          onSave={site.save}
          onDelete={site.remove}
        >
          {tracking}
        </RegisteredSite>
      ) : (
        <NewSite
          host={site.host}
          hosts={site.hosts}
          onHost={site.setHost}
          fields={site.fields}
          onFields={site.setFields}
          params={params}
          hasPassword={start.defaults.hasPassword}
          passwordError={site.passwordError}
          busy={site.busy}
          disabled={site.unregistrable}
          onTrack={site.track}
        >
          {news}
        </NewSite>
      )}
      {!website && tracking}
    </Frame>
  );
}
