import type { ComponentChildren } from 'preact';
import { SiteName } from '@/components/SiteName.tsx';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import type { Website } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { later } from './later.tsx';
import type { PopupStart } from './load.ts';
import { NewSite } from './NewSite.tsx';
import { openPages } from './pages.ts';
import { RegisteredSite } from './RegisteredSite.tsx';
import { SiteNotes } from './SiteNotes.tsx';
import { StatusLine } from './StatusLine.tsx';
import { outcomeText } from './site/outcome.ts';
import type { Button, Send } from './site/state.ts';
import type { PopupSite } from './site/view.ts';
import { siteStatusOf } from './siteStatus.ts';
import { usePageLook } from './tracking/usePageLook.ts';
import { unicodeOf } from './unicode.ts';
import { notesFor, useSuffix } from './useSuffix.ts';

const AboutRecord = later((views) => views.AboutRecord);
const ProblemNote = later((views) => views.ProblemNote);
const CoveredSite = later((views) => views.CoveredSite);
const NameChoice = later((views) => views.NameChoice);
const Tracking = later((views) => views.Tracking);

interface SiteProps {
  /** The choice of a connection. */
  children?: ComponentChildren;
  start: PopupStart;
  connection: ConnectionAddress;
  site: PopupSite;
  send: Send;
}

interface BodyProps extends SiteProps {
  notes: readonly string[];
  notRegistrable: boolean;
}

/** The actions for the site: registered, covered by another record, or neither. */
function SiteBody({ site, start, connection, send, ...about }: BodyProps) {
  const { host, website, covering, problem } = site;
  const statisticsOf = ({ domain, id }: Website) =>
    fillUrl(start.preferences.statisticsUrl, { base_url: connection.analyticsUrl, domain, id });
  const onPress = (button: Button) => send({ type: 'pressed', button, at: Date.now() });
  const problemNote = problem && (
    <ProblemNote
      problem={problem}
      domain={unicodeOf(host)}
      main={!website || site.isUnknown}
      busy={site.check.state === 'checking'}
      onSettings={openPages.onSettings}
      onAccess={openPages.onSettings}
      onRetry={site.canTryAgain ? () => onPress('again') : undefined}
      onAnyway={() => onPress('anyway')}
    />
  );
  const notes = (
    <SiteNotes
      notes={website ? [] : about.notes}
      several={site.several}
      staleHost={site.staleHost}
      hasOffer={site.hasOffer && !site.isUnknown}
      isPrivate={start.private && site.check.state === 'idle'}
      onPress={onPress}
      onManage={() => openPages.onManage(`?connection=${connection.id}&search=${host}`)}
    />
  );
  const shared = { site, pageUrl: start.url, send, onPress };
  if (website)
    return (
      <RegisteredSite key={website.id} {...shared} website={website} statisticsUrl={statisticsOf(website)}>
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
  if (covering && !site.isSeparate && !problem && !site.isTyped)
    return (
      <CoveredSite
        statisticsUrl={statisticsOf(covering)}
        isQuiet={!!site.outcome}
        onSeparately={() => onPress('separately')}
      />
    );
  return (
    <NewSite {...shared} hasPassword={start.defaults.hasPassword} disabled={about.notRegistrable} problem={problemNote}>
      {notes}
    </NewSite>
  );
}

/** The popup's view of one site. */
export function Site(props: SiteProps) {
  const { start, connection, site, send } = props;
  const { host, website, check, outcome } = site;
  const baseUrl = connection.analyticsUrl;
  const isOpenPage = 'host' in start.site;
  const tabHost = 'host' in start.site ? start.site.host : (start.host ?? '');
  const look = usePageLook(start, baseUrl, () => send({ type: 'looked' }));
  const suffix = useSuffix(tabHost, !website);
  const publicSuffix = host === tabHost ? suffix.publicSuffix : undefined;
  const tracking = isOpenPage ? look?.tracking(site) : undefined;
  const seoUrl = website && isOpenPage ? connection.seoUrl : undefined;
  const at = `${connection.account} ${start.host}`;
  return (
    <>
      <div class="site">
        <h1>
          <SiteName host={host} unicode={unicodeOf(host)} />
        </h1>
        <NameChoice
          key={at}
          site={{ seen: tabHost, registrable: suffix.registrable, related: site.related }}
          value={host}
          onChange={(name) => send({ type: 'named', host: name })}
        />
        <StatusLine
          status={siteStatusOf(site, tracking)}
          said={outcomeText(outcome, host)}
          isWarning={outcome?.is === 'reconnected'}
          onUndo={site.canUndo ? () => send({ type: 'pressed', button: 'undo', at: Date.now() }) : undefined}
        />
        {website && !site.isUnknown && <AboutRecord website={website} host={host} />}
      </div>
      {props.children}
      <div class="stack" key={at}>
        <SiteBody
          {...props}
          notes={notesFor(start.site, start.host ?? '', publicSuffix)}
          notRegistrable={publicSuffix === 'icann'}
        />
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
      </div>
    </>
  );
}
