import { useTraits } from '@/components/useTraits.ts';
import { t } from '@/lib/text/i18n.ts';
import { trackersText } from '@/lib/text/trackers.ts';
import { SeoProject } from './SeoProject.tsx';
import { StatusNote } from './StatusNote.tsx';
import './tracking.css';
import type { Tracker } from '@/lib/trackers/find.ts';
import { buildForms } from '@/lib/tracking/build.ts';
import type { TrackingState, TrackingStatus } from '@/lib/tracking/status.ts';
import { ConnectHere } from '../ConnectHere.tsx';
import { useProject } from './useProject.ts';

interface OtherTrackersProps {
  trackers: readonly Tracker[];
  /** The connected service counts visits here, too. */
  also: boolean;
}

/** Other services that count visits to the open page, and what may add more scripts. */
function OtherTrackers({ trackers, also }: OtherTrackersProps) {
  const counters = trackers.filter(({ is }) => is === 'counter');
  const managers = trackers.filter(({ is }) => is === 'manager');
  return (
    <div class="other-trackers" aria-live="polite">
      {counters.length > 0 && (
        <p class="hint">{t(also ? 'tracking.also_counted' : 'tracking.counted', { names: trackersText(counters) })}</p>
      )}
      {managers.length > 0 && <p class="hint">{t('tracking.tag_managers', { names: trackersText(managers) })}</p>}
    </div>
  );
}

/** The service's own code is on the page. */
const seenStates: readonly TrackingState[] = ['tracking', 'losing', 'found'];

interface TrackingProps {
  /** Undefined before the page has been looked at. */
  status: TrackingStatus | undefined;
  /** What else counts visits on the page; undefined, too, before that. */
  trackers: readonly Tracker[] | undefined;
  template: string;
  baseUrl: string;
  host: string;
  /** The website's id, if it is registered. */
  id: string | undefined;
  /** Undefined if the site cannot have a project: it is not registered, or there is no SEO service. */
  seoUrl: string | undefined;
  seoAccount: string | undefined;
  /** The service has answered. */
  asked: boolean;
  isPrivate: boolean;
}

/** What to do so that visits are counted, who else counts them, and the site's SEO project. */
export function Tracking(props: TrackingProps) {
  const { status, trackers, template, baseUrl, host, id, seoUrl, seoAccount, asked, isPrivate } = props;
  const { settings } = useTraits();
  const answer = useProject(host, asked && seoUrl ? seoAccount : undefined, isPrivate);
  const forms = buildForms(template, { base_url: baseUrl, domain: host, ...(id ? { id } : {}) });
  return (
    <>
      {status && <StatusNote status={status} forms={forms} />}
      {status && trackers && <OtherTrackers trackers={trackers} also={seenStates.includes(status.state)} />}
      {seoUrl && <SeoProject answer={answer} url={seoUrl} />}
      {/* Without further settings, there is no `More` to contain it. */}
      {!settings.length && !id && <ConnectHere />}
    </>
  );
}
