import { trackersOf } from '../trackers/find.ts';
import { frameworkOf } from '../trackers/frameworks.ts';
import { withoutSite } from '../trackers/withoutSite.ts';
import { hostInUrl, nameAt, parseUrl } from '../tracking/address.ts';
import { detect } from '../tracking/detect.ts';
import { soughtAddress } from '../tracking/receiver.ts';
import { withTools } from '../tracking/verdict.ts';
import { ownCopy } from '../util/ownCopy.ts';
import type { SiteLook } from './look.ts';
import { type AuditedSite, isOfSite, ofCode, type Verdict, verdict, verdictWithoutCode } from './said.ts';
import { type Served, type ServedFacts, servedFacts } from './servedFacts.ts';

/** The answer to a request for a site's home page, as far as the browser lets Waymark see it. */
export type Answered =
  | { is: 'page'; page: Served }
  | { is: 'file'; type: string }
  | { is: 'status'; status: number }
  /** The site redirects. The browser hides the target address. */
  | { is: 'redirect' }
  /** A protection service answered instead of the site, because this browser has not passed its check. */
  | { is: 'guard' }
  | { is: 'timeout' }
  | { is: 'unreachable' };

/**
 * Judges a page that forwards its visitors. `unsure`: it forwards to another page of its own site, which Waymark has
 * not examined. `elsewhere`: it forwards to another site. Undefined if it does not forward visitors.
 */
const ofRefresh = ({ refresh }: ServedFacts, host: string): Verdict | undefined =>
  refresh ? verdict(isOfSite(refresh, host) ? 'unsure' : 'elsewhere', 'refresh', refresh) : undefined;

function ofPage(page: Served, site: AuditedSite): SiteLook {
  const served = servedFacts(page, site);
  const trackers = trackersOf(served.embeds, nameAt(parseUrl(page.url), new URL(soughtAddress(site))));
  const seen = detect(served.facts, site);
  const judged = withTools(seen, trackers);
  const host = hostInUrl(page.url);
  const framework = frameworkOf(served.embeds.addresses);
  const state =
    (seen.found === 'no' ? ofRefresh(served, host) : undefined) ??
    ofCode(judged, host, site) ??
    (served.isShell ? verdict('unsure', 'shell') : undefined) ??
    (framework ? verdict('unsure', 'bundle', framework) : verdictWithoutCode(seen));
  return { ...state, trackers: withoutSite(trackers, site.id) };
}

/** HTTP statuses with which servers turn programs away, although they may send the page to a person's browser. */
const turningAway = [403, 405, 406, 429];

function ofStatus(status: number): Verdict {
  const state = turningAway.includes(status) ? 'unsure' : 'silent';
  return verdict(state, status < 500 ? 'refused' : 'server', String(status));
}

/**
 * Judges a site by the answer to the request for its home page. Never throws, whatever the answer is. The result shares
 * no memory with the page, so that the page's memory can be freed.
 */
export const judge = (answered: Answered, site: AuditedSite): SiteLook => ownCopy(lookAt(answered, site));

function lookAt(answered: Answered, site: AuditedSite): SiteLook {
  const alone = (state: Verdict): SiteLook => ({ ...state, trackers: [] });
  switch (answered.is) {
    case 'page':
      return ofPage(answered.page, site);
    case 'file':
      return alone(verdict('file', undefined, answered.type));
    case 'status':
      return alone(ofStatus(answered.status));
    case 'guard':
      return alone(verdict('unsure', 'shell'));
    case 'redirect':
      return alone(verdict('unsure', 'redirect'));
    default:
      return alone(verdict('silent', answered.is));
  }
}
