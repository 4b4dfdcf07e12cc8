import { withoutWww } from '../hosts/parse.ts';
import { callPattern, namesOf, type Tracker, trackerAttributes, trackersOf } from '../trackers/find.ts';
import { hostInUrl } from '../tracking/address.ts';
import { type Detection, detect, type Expected, type Finding } from '../tracking/detect.ts';
import type { PageFacts } from '../tracking/facts.ts';
import { attributesOf, isNamedById } from '../tracking/fingerprint.ts';
import { ownCopy } from '../util/ownCopy.ts';
import { maxAbout, type SiteLook, type SiteState } from './look.ts';
import { type Served, type ServedFacts, servedFacts } from './servedFacts.ts';

/** The answer to the request for a site's home page, as far as the browser shows it. */
export type Answered =
  | { is: 'page'; page: Served }
  | { is: 'file'; type: string }
  | { is: 'status'; status: number }
  /** The browser hides the target. */
  | { is: 'redirect' }
  | { is: 'timeout' }
  | { is: 'unreachable' };

/** A registered site, whose record is for this host. */
export interface AuditedSite extends Expected {
  host: string;
}

/** What each finding about code that does not count here means for the site. */
const stateOfFinding: Partial<Record<Finding['kind'], SiteState>> = {
  noscript: 'blocked',
  template: 'blocked',
  nomodule: 'blocked',
  csp: 'blocked',
  failed: 'blocked',
  mixed: 'blocked',
  other: 'other',
  path: 'other',
  site: 'other',
  broken: 'other',
};

type Told = Pick<SiteLook, 'state' | 'why' | 'about'>;

const told = (state: SiteState, why?: SiteLook['why'], about?: string): Told => ({
  state,
  ...(why ? { why } : {}),
  ...(about ? { about: about.slice(0, maxAbout) } : {}),
});

/** Tools that may still add the code to a page without it. After its scripts have run, only consent tools wait. */
function mayBringCode(trackers: readonly Tracker[], kinds: readonly ('manager' | 'consent')[]): Told | undefined {
  const tools = kinds.map((kind) => ({ kind, names: namesOf(trackers, kind) }));
  const tool = tools.find(({ names }) => names);
  return tool && told('unsure', tool.kind, tool.names);
}

/** The look at a page that has the code, or may have it. */
function ofCode({ found, findings }: Detection, host: string, site: AuditedSite): Told | undefined {
  const [first] = findings;
  if (found === 'no') return undefined;
  if (found === 'unsure') {
    // Other blocked code says nothing here: the rest of the page or another script may bring code that runs.
    if (findings.some(({ kind }) => kind === 'mixed')) return told('blocked', 'mixed');
    const doubt = findings.find(({ kind }) => !stateOfFinding[kind]);
    return told('unsure', doubt?.kind, doubt?.about);
  }
  if (host !== site.host && !(site.id && isNamedById(site.template))) return told('unsure', 'related', host);
  return told('tracking', first?.kind);
}

/** The look at a page without working code of the connected service. */
function withoutCode({ findings }: Detection): Told {
  const finding = findings.find(({ kind }) => stateOfFinding[kind]);
  return finding ? told(stateOfFinding[finding.kind] ?? 'missing', finding.kind, finding.about) : told('missing');
}

const isOfSite = (url: string, host: string) => withoutWww(hostInUrl(url)) === withoutWww(host);

/** The look at a page that forwards its visitors: another page of the same site would tell more, another site's is not looked at. */
const ofRefresh = ({ refresh }: ServedFacts, host: string): Told | undefined =>
  refresh ? told(isOfSite(refresh, host) ? 'unsure' : 'elsewhere', 'refresh', refresh) : undefined;

function ofPage(page: Served, site: AuditedSite): SiteLook {
  const service = new URL(site.baseUrl);
  const served = servedFacts(page, {
    serviceUrl: site.baseUrl,
    attributes: attributesOf(site.template),
    calls: callPattern(),
    trackerAttributes: trackerAttributes(),
  });
  const trackers = trackersOf(served.embeds, service.host);
  const seen = detect(served.facts, site);
  const host = hostInUrl(page.url);
  const state =
    ofCode(seen, host, site) ??
    ofRefresh(served, host) ??
    mayBringCode(trackers, ['manager', 'consent']) ??
    (served.isShell ? told('unsure', 'shell') : withoutCode(seen));
  return { ...state, trackers };
}

/** What an answer says about a site. Keeps nothing of the page in memory. Pure; never throws, whatever the answer. */
export const judge = (answered: Answered, site: AuditedSite): SiteLook => ownCopy(lookAt(answered, site));

function lookAt(answered: Answered, site: AuditedSite): SiteLook {
  const alone = (state: Told): SiteLook => ({ ...state, trackers: [] });
  switch (answered.is) {
    case 'page':
      return ofPage(answered.page, site);
    case 'file':
      return alone(told('file', undefined, answered.type));
    case 'status':
      return alone(told('silent', answered.status < 500 ? 'refused' : 'server', String(answered.status)));
    case 'redirect':
      return alone(told('unsure', 'redirect'));
    default:
      return alone(told('silent', answered.is));
  }
}

/**
 * What an opened page says about a site, after its scripts have run. `facts` undefined: the page cannot be read, so, given
 * access to the site, it is another site's or (`isHere`) not a page.
 */
export function judgeOpen(
  facts: PageFacts | undefined,
  trackers: readonly Tracker[],
  isHere: boolean,
  site: AuditedSite,
): SiteLook {
  if (!facts) return { ...(isHere ? told('silent', 'unreachable') : told('elsewhere', 'redirect')), trackers: [] };
  const seen = detect(facts, site);
  const without = isOfSite(facts.page, site.host)
    ? (mayBringCode(trackers, ['consent']) ?? withoutCode(seen))
    : told('elsewhere', 'refresh', facts.page);
  return { ...(ofCode(seen, hostInUrl(facts.page), site) ?? without), trackers };
}
