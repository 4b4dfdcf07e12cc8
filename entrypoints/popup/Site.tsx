import { useEffect, useRef } from 'preact/hooks';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/sites.ts';
import { type LookUpState, paramsOf } from '@/lib/websites/record.ts';
import { lazyAfterPaint } from './lazyAfterPaint.tsx';
import type { PopupStart } from './load.ts';
import { NewSite } from './NewSite.tsx';
import { PopupLayout, type SiteStatus } from './PopupLayout.tsx';
import { openPages } from './pages.ts';
import { RegisteredSite } from './RegisteredSite.tsx';
import { SiteNotes } from './SiteNotes.tsx';
import { useSite } from './useSite.ts';

const ProblemNote = lazyAfterPaint(() => import('@/components/ProblemNote.tsx').then((module) => module.ProblemNote));
const Tracking = lazyAfterPaint(() => import('./tracking/Tracking.tsx').then((module) => module.Tracking));

interface SiteProps {
  host: string;
  start: PopupStart;
  connection: ConnectionAddress;
}

/** The status of a site of which no record is known. */
const unregistered: Record<LookUpState['state'], () => Pick<SiteStatus, 'icon' | 'text'>> = {
  idle: () => ({ icon: 'question', text: t('popup.unknown') }),
  checking: () => ({ icon: 'refresh', text: t('popup.checking') }),
  done: () => ({ icon: 'info', text: t('popup.not_registered') }),
  unsure: () => ({ icon: 'question', text: t('registration.maybe') }),
  failed: () => ({ icon: 'question', text: t('popup.unknown') }),
};

/** The popup's view of one site, registered or not. */
export function Site({ host, start, connection }: SiteProps) {
  const site = useSite(start, host, connection.account);
  const params = paramsOf(start.url);
  const { website, check, problem, status } = site;
  const said = useRef<HTMLParagraphElement>(null);
  // The main button is gone once the site is registered; its focus moves to the outcome.
  useEffect(() => {
    if (status && document.activeElement === document.body) said.current?.focus();
  }, [status]);

  const siteStatus: SiteStatus = website
    ? { icon: 'check', text: `${t('popup.registered')} · ${privacyText(website.privacy)}`, tone: 'good' }
    : { ...unregistered[check.state](), tone: 'muted' };

  const news = (
    <>
      <p role="status" tabIndex={-1} ref={said} class={`note ${status && status === start.said ? 'warn' : 'good'}`}>
        {status}
      </p>
      {problem && (
        <ProblemNote
          problem={problem}
          domain={site.host}
          onSettings={openPages.onSettings}
          onAccess={openPages.onSettings}
          onRetry={site.retry}
          onAnyway={site.trackAnyway}
        />
      )}
      <SiteNotes
        notes={site.notes}
        twins={website ? [] : site.twins}
        several={site.several}
        staleHost={site.staleHost}
        isPrivate={start.private && check.state === 'idle'}
        onCheck={site.recheck}
        onManage={openPages.onManage}
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
      asked={check.state === 'done' || check.state === 'unsure'}
      complete={check.state === 'done'}
      twins={site.twins}
    />
  );

  return (
    <PopupLayout host={site.host} unicode={site.unicode} siteStatus={siteStatus} {...openPages}>
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
          disabled={site.notRegistrable}
          onTrack={site.track}
        >
          {news}
        </NewSite>
      )}
      {!website && tracking}
    </PopupLayout>
  );
}
