import { type Tracker, withoutVisibleManagers } from '../trackers/find.ts';
import { withoutSite } from '../trackers/withoutSite.ts';
import { hostInUrl } from '../tracking/address.ts';
import { detect } from '../tracking/detect.ts';
import type { PageFacts } from '../tracking/facts.ts';
import { withTools } from '../tracking/verdict.ts';
import type { SiteLook } from './look.ts';
import { type AuditedSite, isOfSite, ofCode, verdict, verdictWithoutCode } from './said.ts';
import { isGuard } from './standIn.ts';

/**
 * Judges a site by its page, after a person has opened the page and its scripts have run. `facts`: undefined if the
 * page cannot be read. In that case, the tab shows the browser's error page if it is still at the site's address
 * (`isHere`); otherwise, the site has redirected to another site. `found`: the trackers found on the page.
 */
export function judgeOpen(
  facts: PageFacts | undefined,
  found: readonly Tracker[],
  isHere: boolean,
  site: AuditedSite,
): SiteLook {
  if (!facts)
    return { ...(isHere ? verdict('silent', 'unreachable') : verdict('elsewhere', 'redirect')), trackers: [] };
  const host = hostInUrl(facts.page);
  const trackers = withoutSite(found, site.id);
  const seen = detect(facts, site);
  // The page may be the check of a protection service. If that check is in a frame, `seen.found` is already `unsure`,
  // not `no`.
  if (seen.found !== 'yes' && facts.scripts.some(isGuard)) return { ...verdict('unsure', 'shell'), trackers };
  const isElsewhere = seen.found === 'no' && !isOfSite(facts.page, site.host);
  if (isElsewhere) return { ...verdict('elsewhere', 'refresh', facts.page), trackers };
  return {
    ...(ofCode(withTools(seen, withoutVisibleManagers(trackers)), host, site) ?? verdictWithoutCode(seen)),
    trackers,
  };
}
