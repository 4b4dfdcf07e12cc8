import { hostsOf } from '@/lib/hosts/hostOf.ts';
import type { Tracker } from '@/lib/trackers/find.ts';
import { scanTrackers } from '@/lib/trackers/scan.ts';
import { detect } from '@/lib/tracking/detect.ts';
import type { PageFacts } from '@/lib/tracking/facts.ts';
import type { Finding } from '@/lib/tracking/finding.ts';
import { attributesOf, isNamedById } from '@/lib/tracking/fingerprint.ts';
import { scan } from '@/lib/tracking/scan.ts';
import { type Registered, type TrackingStatus, trackingStatus } from '@/lib/tracking/status.ts';
import { type LastVisit, statusWithVisit, visitsSaid } from '@/lib/tracking/visits.ts';
import type { PopupStart } from '../load.ts';
import { showsService } from '../site/servicePages.ts';
import type { PopupSite } from '../site/view.ts';
import type { Words } from '../site/words.ts';
import { wordsOf } from './words.ts';

/** Whether the host under which visits are counted is registered, and the related host that is registered instead. */
function registeredOf({ host, website, covering, check }: PopupSite, isMeant: boolean): [Registered, string?] {
  if (website && isMeant) return ['yes'];
  const isAsked = check.state === 'done' || check.state === 'unsure';
  const other = website ? host : covering && hostsOf(covering)[0];
  if (isAsked && other) return ['related', other];
  return [check.state === 'done' ? 'no' : 'unknown'];
}

/** The result of scanning the open page; `facts` is undefined if it could not be scanned. */
interface PageScan {
  facts: PageFacts | undefined;
  trackers: readonly Tracker[];
  domains: Domains;
}

/** Domains by the id of their site. */
type Domains = ReadonlyMap<string, string>;

/** How the open page's site is tracked, with the words for the line below its name. */
export interface PageStatus extends TrackingStatus {
  words: Words;
}

/** The service's report of visits to the record that is shown. */
const visitOf = ({ website, visits }: PopupSite): LastVisit =>
  website && visits?.of === website.id ? { ...visits, isAwaited: visits.wait === 'on' } : {};

/** Whether visits to the open page are counted. */
function trackingOf(
  start: PopupStart,
  baseUrl: string,
  site: PopupSite,
  { facts, trackers, domains }: PageScan,
): PageStatus {
  const seen = 'host' in start.site ? start.site.host : site.host;
  // If the person prefers names without `www.` or whole domains, the related record counts the visits of this host.
  const [registered, other] = registeredOf(site, site.host === seen || site.host === start.host);
  const { website, covering, check } = site;
  const id = website?.id ?? covering?.id ?? (check.state === 'done' ? '' : undefined);
  const expected = { baseUrl, template: start.preferences.trackingCode, domain: site.host, id };
  const found = facts && detect(facts, expected);
  const isCounted = registered === 'related' && found?.found === 'yes' && isNamedById(expected.template);
  const visit = visitOf(site);
  const status = statusWithVisit(trackingStatus(found, isCounted ? 'yes' : registered, other, trackers), visit);
  const words = wordsOf(site, status, visitsSaid(status, { visit, own: site.own }));
  return { ...status, findings: status.findings.map((one) => withDomain(one, domains)), words };
}

/** Code that counts for another site names it by its id; people know its domain. */
function withDomain(finding: Finding, domains: Domains): Finding {
  const domain = finding.kind === 'site' ? domains.get(finding.about ?? '') : undefined;
  return domain === undefined ? finding : { ...finding, about: domain };
}

/** The domains of the sites that the page's code names by their ids, where they are known here. */
async function domainsIn(facts: PageFacts | undefined, start: PopupStart, baseUrl: string): Promise<Domains> {
  const { connection, preferences } = start;
  // Where the page's own site is not registered, every id belongs to another site.
  const seen = facts && detect(facts, { baseUrl, template: preferences.trackingCode, id: '' });
  const ids = seen?.findings.flatMap(({ kind, about }) => (kind === 'site' && about ? [about] : [])) ?? [];
  if (!ids.length || !connection) return new Map();
  const { rowsAt } = await import('@/lib/messages/records.ts');
  const rows = await rowsAt('websites', connection.account, ids).catch(() => []);
  return new Map(rows.flatMap(({ slot, record }) => ('domain' in record ? [[slot, record.domain]] : [])));
}

export interface PageLook {
  /** Whether visits to the page are counted, judged by the present knowledge of the site. */
  tracking(site: PopupSite): PageStatus;
  /** Whether the page belongs to a service that may be connected. */
  isService: boolean;
  /** Other services that count visits there, or may add scripts. */
  trackers: readonly Tracker[];
}

/** When the page is scanned (milliseconds after the paint), because tag managers and consent tools insert the code late. */
const lookTimes = [0, 700, 2500];

const isSameHost = (page: string, host: string) =>
  page === 'null' || new URL(page).hostname.replace(/\.$/, '') === host;

/**
 * Scans the tab's page several times, until the tab navigates to another host, and calls back with the result. Returns a
 * function that stops it.
 */
export function lookAtPage(
  tabId: number,
  host: string,
  start: PopupStart,
  baseUrl: string,
  callback: (look: PageLook) => void,
): () => void {
  const template = start.preferences.trackingCode;
  let isWanted = true;
  let found = false;
  let last: PageLook | undefined;
  const once = async () => {
    const [facts, trackers] = await Promise.all([
      scan(tabId, baseUrl, attributesOf(template)),
      scanTrackers(tabId, host, baseUrl),
    ]);
    const domains = await domainsIn(facts, start, baseUrl);
    if (!isWanted || (facts && !isSameHost(facts.page, host))) return;
    // Keep earlier findings, also of a page that the tab has left.
    const before = found || !facts ? last : undefined;
    const known = trackers.length ? trackers : (last?.trackers ?? []);
    last = {
      tracking: before?.tracking ?? ((site) => trackingOf(start, baseUrl, site, { facts, trackers: known, domains })),
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

/** Whether the tab's page shows a service itself, for a popup that is connected to none. */
export async function seesService(tabId: number, url: string): Promise<boolean> {
  const facts = await scan(tabId, url, []);
  return !!facts && showsService(url, facts);
}
