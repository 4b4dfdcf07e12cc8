import { useState } from 'preact/hooks';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import type { Website } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { later } from './later.tsx';
import type { PopupStart } from './load.ts';
import { NewSite } from './NewSite.tsx';
import { PopupLayout } from './PopupLayout.tsx';
import { openPages } from './pages.ts';
import { RegisteredSite } from './RegisteredSite.tsx';
import { SiteNotes } from './SiteNotes.tsx';
import { StatusLine } from './StatusLine.tsx';
import { siteStatusOf } from './siteStatus.ts';
import { usePageLook } from './tracking/usePageLook.ts';
import type { Typed } from './typed.ts';
import { unicodeOf } from './unicode.ts';
import { type PopupSite, useSite } from './useSite.ts';

const AboutRecord = later((views) => views.AboutRecord);
const ProblemNote = later((views) => views.ProblemNote);
const CoveredSite = later((views) => views.CoveredSite);
const NameChoice = later((views) => views.NameChoice);
const Tracking = later((views) => views.Tracking);

interface BodyProps extends Pick<SiteProps, 'start' | 'connection' | 'typed'> {
  site: PopupSite;
}

/** The actions for the site: registered, covered by another record, or neither. */
function SiteBody({ site, start, connection, typed }: BodyProps) {
  const [separately, setSeparately] = useState<string>();
  const { host, website, covering, problem } = site;
  const statisticsOf = ({ domain, id }: Website) =>
    fillUrl(start.preferences.statisticsUrl, { base_url: connection.analyticsUrl, domain, id });
  const isQuiet = !!site.status;
  const problemNote = problem && (
    <ProblemNote
      problem={problem}
      domain={unicodeOf(host)}
      main={!website || site.isUnknown}
      busy={site.check.state === 'checking'}
      onSettings={openPages.onSettings}
      onAccess={openPages.onSettings}
      onRetry={site.retry}
      onAnyway={site.trackAnyway}
    />
  );
  const notes = (
    <SiteNotes
      {...site}
      isPrivate={start.private && site.check.state === 'idle'}
      onCheck={site.recheck}
      onManage={() => openPages.onManage(`?connection=${connection.id}&search=${host}`)}
    />
  );
  if (website)
    return (
      <RegisteredSite
        key={website.id}
        website={website}
        unsaved={site.unsavedOf(website)}
        isRead={site.isRead}
        isUnknown={site.isUnknown}
        readAt={site.readAt}
        pageUrl={start.url}
        statisticsUrl={statisticsOf(website)}
        password={site.lastPassword}
        busy={site.busy}
        isQuiet={isQuiet}
        onAct={site.hush}
        onSave={site.save}
        onDelete={site.remove}
      >
        {problemNote}
        {notes}
      </RegisteredSite>
    );
  if (site.isUnknown)
    return (
      <>
        {problemNote}
        {notes}
      </>
    );
  // Nobody who is at the form of a new site loses it.
  if (covering && separately !== host && !problem && !typed.fields)
    return (
      <CoveredSite statisticsUrl={statisticsOf(covering)} isQuiet={isQuiet} onSeparately={() => setSeparately(host)} />
    );
  return (
    <NewSite
      host={host}
      fields={site.fields}
      onFields={site.setFields}
      typed={typed}
      pageUrl={start.url}
      hasPassword={start.defaults.hasPassword}
      passwordError={site.passwordError}
      busy={site.busy}
      disabled={site.notRegistrable}
      onTrack={site.track}
      isQuiet={isQuiet}
      problem={problemNote}
    >
      {notes}
    </NewSite>
  );
}

interface SiteProps {
  host: string;
  start: PopupStart;
  connection: ConnectionAddress;
  typed: Typed;
}

/** The popup's view of one site. */
export function Site({ host: subject, start, connection, typed }: SiteProps) {
  const baseUrl = connection.analyticsUrl;
  const isOpenPage = 'host' in start.site && start.host === subject;
  const { look, looked } = usePageLook(start, baseUrl);
  const site = useSite(start, subject, connection, typed, isOpenPage ? looked : undefined);
  const tracking = isOpenPage ? look?.tracking(site) : undefined;
  const { host, website, check } = site;
  const seoUrl = website && isOpenPage ? connection.seoUrl : undefined;
  const about = (
    <>
      <NameChoice site={site.names} value={host} onChange={site.setHost} />
      <StatusLine
        status={siteStatusOf(site, tracking)}
        said={site.status}
        isWarning={!!site.status && site.status === start.said}
        onUndo={site.undo}
      />
      {website && !site.isUnknown && <AboutRecord website={website} host={host} />}
    </>
  );
  return (
    <PopupLayout host={host} about={about} hasJob={start.hasJob} {...openPages}>
      <SiteBody site={site} start={start} connection={connection} typed={typed} />
      {isOpenPage && (
        <div class={seoUrl ? 'later with-seo' : 'later'}>
          <Tracking
            status={tracking}
            trackers={look?.trackers}
            template={start.preferences.trackingCode}
            baseUrl={baseUrl}
            host={host}
            id={website?.id}
            seoUrl={seoUrl}
            seoAccount={connection.seoAccount}
            asked={check.state === 'done' || check.state === 'unsure'}
            isPrivate={start.private}
          />
        </div>
      )}
    </PopupLayout>
  );
}
