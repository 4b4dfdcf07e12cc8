import { hostsOf } from '@/lib/hosts/hostOf.ts';
import { detect } from '@/lib/tracking/detect.ts';
import type { PageFacts } from '@/lib/tracking/facts.ts';
import { type Registered, type TrackingStatus, trackingStatus } from '@/lib/tracking/status.ts';
import type { PopupStart } from '../load.ts';
import type { PopupSite } from '../useSite.ts';

/** Whether the host that visits are counted by is registered, and which other one is in its place. */
function registeredOf({ host, website, covering, check }: PopupSite, isMeant: boolean): [Registered, string?] {
  if (website && isMeant) return ['yes'];
  const isAsked = check.state === 'done' || check.state === 'unsure';
  const other = website ? host : covering && hostsOf(covering)[0];
  if (isAsked && other) return ['related', other];
  return [check.state === 'done' ? 'no' : 'unknown'];
}

/** Whether visits to the open page are counted. `facts`: what was seen there; undefined where it cannot be looked at. */
export function trackingOf(
  start: PopupStart,
  baseUrl: string,
  site: PopupSite,
  facts: PageFacts | undefined,
): TrackingStatus {
  const seen = 'host' in start.site ? start.site.host : site.host;
  // With the preference for names without `www.` or for whole domains, that record counts the visits of this host.
  const [registered, other] = registeredOf(site, site.host === seen || site.host === start.host);
  const { website, covering, check } = site;
  const id = website?.id ?? covering?.id ?? (check.state === 'done' ? '' : undefined);
  const expected = { baseUrl, template: start.preferences.trackingCode, domain: site.host, id };
  return trackingStatus(facts && detect(facts, expected), registered, other);
}
