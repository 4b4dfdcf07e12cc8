import { hostsOf } from '@/lib/hosts/hostOf.ts';
import { preferredHost } from '@/lib/hosts/variants.ts';
import type { Tracker } from '@/lib/trackers/find.ts';
import { scanTrackers } from '@/lib/trackers/scan.ts';
import { detect } from '@/lib/tracking/detect.ts';
import type { PageFacts } from '@/lib/tracking/facts.ts';
import type { Finding } from '@/lib/tracking/finding.ts';
import { attributesOf, isNamedById } from '@/lib/tracking/fingerprint.ts';
import { soughtAddress } from '@/lib/tracking/receiver.ts';
import { scan } from '@/lib/tracking/scan.ts';
import { sharesVisits } from '@/lib/tracking/sharesVisits.ts';
import { type Registered, type TrackingStatus, trackingStatus } from '@/lib/tracking/status.ts';
import { statusWithVisit, type VisitReport, visitsSaid } from '@/lib/tracking/visits.ts';
import type { PopupStart } from '../load.ts';
import { showsService } from '../site/servicePages.ts';
import type { PopupSite } from '../site/view.ts';
import type { Words } from '../site/words.ts';
import { wordsOf } from './words.ts';

/**
 * Returns whether the open page's host is registered and, if the result is `related`, the host that is registered
 * instead. `isMeant`: whether visits to the open page count for the host that the popup shows.
 */
function registeredOf({ host, website, covering, check }: PopupSite, isMeant: boolean): [Registered, string?] {
  if (website && isMeant) return ['yes'];
  const other = website ? host : covering && hostsOf(covering)[0];
  if (other) return ['related', other];
  return [check.state === 'done' ? 'no' : 'unknown'];
}

/** The results of one scan of the page. `facts`: undefined if the page could not be scanned. */
interface PageScan {
  facts: PageFacts | undefined;
  trackers: readonly Tracker[];
  named: Named;
}

/** The stored sites whose ids occur in a page's tracking code, by id. */
type Named = ReadonlyMap<string, { domain: string; hosts: readonly string[] }>;

/** How the open page's site is tracked, with the words for the line below its name. */
export interface PageStatus extends TrackingStatus {
  words: Words;
}

/**
 * For working code that names its site by an id: what counts in place of the host's own `Registered`. Such code counts
 * visits on any host. If the host is not registered, the code works only with an id that the page does not show, which
 * may be that of another site.
 */
const ofCodeById: Partial<Record<Registered, Registered>> = { related: 'yes', no: 'unknown' };

/** Returns the service's report of visits to the shown record, or an empty report if there is none. */
const visitOf = ({ website, visits }: PopupSite): VisitReport =>
  website && visits?.of === website.id ? { ...visits, isAwaited: visits.wait === 'on' } : {};

function trackingOf(
  start: PopupStart,
  baseUrl: string,
  site: PopupSite,
  { facts, trackers, named }: PageScan,
): PageStatus | undefined {
  const seen = 'host' in start.site ? start.site.host : site.host;
  const preferred = preferredHost(seen, start.preferences.hostChoice, { registrable: start.host });
  // The popup may show a site that has nothing to do with this page, such as the one whose statistics the page shows.
  // The page then says nothing about that site.
  if (site.host !== seen && start.host !== preferred) return undefined;
  // The preferences may want another spelling of the tab's host, such as one without `www.`. If the popup shows that
  // spelling, its record counts the visits here, too.
  const [registered, other] = registeredOf(site, site.host === seen || site.host === start.host);
  const { website, covering, check } = site;
  const double = doubleNamed(named, site);
  const id = double ?? website?.id ?? covering?.id ?? (check.state === 'done' ? '' : undefined);
  const expected = { baseUrl, template: start.preferences.trackingCode, domain: site.host, id };
  const found = facts && detect(facts, expected);
  const isById = found?.found === 'yes' && isNamedById(expected.template);
  const visit = visitOf(site);
  const shown = trackingStatus(found, (isById && ofCodeById[registered]) || registered, other, trackers);
  const isShared = website !== undefined && sharesVisits(hostsOf(website), site.host);
  const status = isShared ? shown : statusWithVisit(shown, visit);
  const words = wordsOf(site, status, visitsSaid(status, { visit, own: site.own }));
  const said = status.findings.map((one) => withDomain(one, named));
  return { ...status, findings: double ? [{ kind: 'site', about: double }, ...said] : said, words };
}

/**
 * Returns the id in the page's code if it belongs to another record of the same host. That record then counts the
 * visits, not the shown one.
 */
const doubleNamed = (named: Named, { host, website }: PopupSite): string | undefined =>
  website && !named.has(website.id) ? [...named].find(([, { hosts }]) => hosts.includes(host))?.[0] : undefined;

/** In a finding about another site, replaces that site's id with its domain, if that is known. */
function withDomain(finding: Finding, named: Named): Finding {
  const { domain } = (finding.kind === 'site' && named.get(finding.about ?? '')) || {};
  return domain === undefined ? finding : { ...finding, about: domain };
}

/**
 * Reads from the local store the sites whose ids are in the page's code. Returns an empty map if the store cannot be
 * read.
 */
async function sitesNamed(facts: PageFacts | undefined, start: PopupStart, baseUrl: string): Promise<Named> {
  const { connection, preferences } = start;
  // The empty `id` stands for the page's own site, so that each id in the code is reported as that of another site.
  const seen = facts && detect(facts, { baseUrl, template: preferences.trackingCode, id: '' });
  const ids = seen?.findings.flatMap(({ kind, about }) => (kind === 'site' && about ? [about] : [])) ?? [];
  if (!ids.length || !connection) return new Map();
  const { rowsAt } = await import('@/lib/messages/records.ts');
  const rows = await rowsAt('websites', connection.account, ids).catch(() => []);
  return new Map(
    rows.flatMap(({ slot, hosts, record }) => ('domain' in record ? [[slot, { domain: record.domain, hosts }]] : [])),
  );
}

export interface PageLook {
  /**
   * Judges whether visits to the page are counted, given the latest state of the site. Returns undefined if the popup
   * shows a site that has nothing to do with the page.
   */
  tracking(site: PopupSite): PageStatus | undefined;
  /** Whether the page belongs to a service of a kind that Waymark supports (see `showsService`). */
  isService: boolean;
  /** The trackers, tag managers and consent tools on the page, without the connected service (see `TrackerKind`). */
  trackers: readonly Tracker[];
}

/**
 * When the page is scanned (milliseconds). Several scans are needed, because tag managers and consent tools insert the
 * code late.
 */
const lookTimes = [0, 700, 2500];

const isSameHost = (page: string, host: string) =>
  page === 'null' || new URL(page).hostname.replace(/\.$/, '') === host;

/**
 * Scans the tab's page several times, and calls `callback` with the findings after each scan. Ignores scans after the
 * tab has navigated to another host. Returns a function that stops the scans.
 */
export function lookAtPage(
  tabId: number,
  host: string,
  start: PopupStart,
  baseUrl: string,
  callback: (look: PageLook) => void,
): () => void {
  const template = start.preferences.trackingCode;
  const receiver = soughtAddress({ template, baseUrl });
  let isWanted = true;
  let found = false;
  let last: PageLook | undefined;
  const once = async () => {
    const [facts, trackers] = await Promise.all([
      scan(tabId, receiver, attributesOf(template)),
      scanTrackers(tabId, host, receiver),
    ]);
    const named = await sitesNamed(facts, start, baseUrl);
    if (!isWanted || (facts && !isSameHost(facts.page, host))) return;
    // If an earlier scan has found the code, or if this one has failed, the earlier findings stay.
    const before = found || !facts ? last : undefined;
    const known = trackers.length ? trackers : (last?.trackers ?? []);
    last = {
      tracking: before?.tracking ?? ((site) => trackingOf(start, baseUrl, site, { facts, trackers: known, named })),
      isService: before?.isService ?? (!!facts && showsService(start.url, facts)),
      trackers: known,
    };
    found ||= facts !== undefined && detect(facts, { baseUrl, template }).found === 'yes';
    callback(last);
  };
  const timers = lookTimes.map((time) => setTimeout(() => void once(), time));
  return () => {
    isWanted = false;
    timers.forEach(clearTimeout);
  };
}

/** Whether the tab's page belongs to a service. Used while no service is connected. */
export async function seesService(tabId: number, url: string): Promise<boolean> {
  const facts = await scan(tabId, url, []);
  return !!facts && showsService(url, facts);
}
