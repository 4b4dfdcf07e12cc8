import { SeoProject } from './SeoProject.tsx';
import { StatusNote } from './StatusNote.tsx';
import './tracking.css';
import { hostOf } from '@/lib/hosts/hostOf.ts';
import { wwwTwin } from '@/lib/hosts/parse.ts';
import type { Website } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { buildForms, type Registered, trackingStatus } from '@/lib/tracking/index.ts';
import type { PopupStart } from '../load.ts';
import { useProject, useTrackingStatus } from './useTrackingStatus.ts';

interface TrackingProps {
  start: PopupStart;
  connection: ConnectionAddress;
  /** Whom the popup is about: the site of the open page, or one that was typed. */
  subject: string;
  /** The host that is, or would be, registered. */
  host: string;
  website: Website | undefined;
  /** Whether the service has answered. */
  asked: boolean;
  /** Whether what it did not tell of is known not to be registered. */
  complete: boolean;
  twins: readonly Website[];
}

/** Whether visits of the open page are really counted, and what the SEO service has of the site. */
export function Tracking(props: TrackingProps) {
  const { start, subject } = props;
  return 'host' in start.site && start.host === subject ? <SeenPage {...props} /> : null;
}

function SeenPage({ start, connection, host, website, asked, complete, twins }: TrackingProps) {
  const seen = 'host' in start.site ? start.site.host : host;
  const twin = twins.find(({ domain }) => hostOf(domain) === wwwTwin(seen));
  const template = start.preferences.trackingCode;
  const id = website?.id;
  const look = useTrackingStatus(start.tabId, seen, { baseUrl: connection.analyticsUrl, template, domain: host, id });
  const answer = useProject(host, asked && website ? connection.seoUrl : undefined, start.private);
  // Who prefers names without `www.` or whole domains registers them for the hosts they see.
  const isMeant = host === seen || host === start.host;
  const other = website && !isMeant ? host : twin?.domain;
  const absent: Registered = complete ? 'no' : 'unknown';
  const registered: Registered = website && isMeant ? 'yes' : asked && other ? 'twin' : absent;
  return (
    <>
      {look.state === 'looked' && (
        <StatusNote
          verdict={trackingStatus(look.seen, registered, other)}
          forms={buildForms(template, { base_url: connection.analyticsUrl, domain: host, id })}
          domain={host}
        />
      )}
      {website && asked && connection.seoUrl && <SeoProject answer={answer} url={connection.seoUrl} />}
    </>
  );
}
