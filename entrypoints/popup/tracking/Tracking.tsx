import { OtherTrackers } from './OtherTrackers.tsx';
import { SeoProject } from './SeoProject.tsx';
import { StatusNote } from './StatusNote.tsx';
import './tracking.css';
import { hostsOf } from '@/lib/hosts/hostOf.ts';
import { wwwVariant } from '@/lib/hosts/parse.ts';
import type { Website } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { buildForms, type Registered, trackingStatus } from '@/lib/tracking/index.ts';
import type { PopupStart } from '../load.ts';
import { useOtherTrackers } from './useOtherTrackers.ts';
import { useProject, useTrackingStatus } from './useTrackingStatus.ts';

interface TrackingProps {
  start: PopupStart;
  connection: ConnectionAddress;
  /** The host that the popup shows: the open page's, or one that was typed. */
  subject: string;
  /** The host that is, or would be, registered. */
  host: string;
  website: Website | undefined;
  /** The service has answered. */
  asked: boolean;
  /** The answer was complete: what is not in it is not registered. */
  complete: boolean;
  twins: readonly Website[];
}

/** Whether visits to the open page are counted, and the site's SEO project. Nothing for a domain that was typed. */
export function Tracking(props: TrackingProps) {
  const { start, subject } = props;
  return 'host' in start.site && start.host === subject ? <PageTracking {...props} /> : null;
}

function PageTracking({ start, connection, host, website, asked, complete, twins }: TrackingProps) {
  const seen = 'host' in start.site ? start.site.host : host;
  const twin = twins.find((one) => hostsOf(one).includes(wwwVariant(seen) ?? ''));
  const template = start.preferences.trackingCode;
  const id = website?.id;
  const look = useTrackingStatus(start.tabId, seen, { baseUrl: connection.analyticsUrl, template, domain: host, id });
  const trackers = useOtherTrackers(start.tabId, seen, connection.analyticsUrl);
  const answer = useProject(host, asked && website ? connection.seoAccount : undefined, start.private);
  // With the preference for names without `www.` or for whole domains, that record counts the visits of this host.
  const isMeant = host === seen || host === start.host;
  const other = website && !isMeant ? host : twin?.domain;
  const absent: Registered = complete ? 'no' : 'unknown';
  const registered: Registered = website && isMeant ? 'yes' : asked && other ? 'related' : absent;
  return (
    <>
      {look.state === 'looked' && (
        <StatusNote
          status={trackingStatus(look.seen, registered, other)}
          forms={buildForms(template, { base_url: connection.analyticsUrl, domain: host, id })}
          domain={host}
        />
      )}
      {look.state === 'looked' && <OtherTrackers trackers={trackers} also={look.seen?.found === 'yes'} />}
      {website && asked && connection.seoUrl && <SeoProject answer={answer} url={connection.seoUrl} />}
    </>
  );
}
