import { useMemo, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { useWatched } from '@/components/useWatched.ts';
import { homePage, homePagesOf } from '@/lib/audit/access.ts';
import { judgeOpen } from '@/lib/audit/judgeOpen.ts';
import type { SiteLook } from '@/lib/audit/look.ts';
import type { AuditedSite } from '@/lib/audit/said.ts';
import { hasAccess, isStillGranted, requestAccess } from '@/lib/connections/permissions.ts';
import { ask } from '@/lib/messages/ask.ts';
import { rowsAt } from '@/lib/messages/records.ts';
import { withLentAccess } from '@/lib/storage/lentAccess.ts';
import { scanTrackers } from '@/lib/trackers/scan.ts';
import { hostInUrl } from '@/lib/tracking/address.ts';
import { attributesOf } from '@/lib/tracking/fingerprint.ts';
import { soughtAddress } from '@/lib/tracking/receiver.ts';
import { scan, scanPatience } from '@/lib/tracking/scan.ts';
import { inTime } from '@/lib/util/inTime.ts';
import { listenTo } from '@/lib/util/listenTo.ts';
import { sleep } from '@/lib/util/sleep.ts';
import type { ReportRow } from './report.ts';
import { isPrivate } from './useStartAudit.ts';

const maxOpenTabs = 5;
/**
 * In milliseconds. `loadTime`: how long a page may take to load. `settleTime`: how long tag managers may then take to
 * add scripts.
 */
const loadTime = 15_000;
const settleTime = 2_500;

async function loaded(id: number): Promise<void> {
  const until = Date.now() + loadTime;
  while (Date.now() < until) {
    const tab = await browser.tabs.get(id).catch(() => undefined);
    if (!tab || tab.status === 'complete') break;
    await sleep(250);
  }
  await sleep(settleTime);
}

interface OpenAndLookInput {
  serviceUrl: string;
  account: string;
  template: string;
  jobId: string;
}

/**
 * Resolves to a fact (`func`) about the page that a tab shows, `error` for the browser's error page, or undefined if it
 * is unknown.
 */
function factShown<T>(tabId: number, func: () => T) {
  const asked = browser.scripting.executeScript({ target: { tabId }, func }).then(
    ([frame]) => frame?.result ?? undefined,
    (error) => (/error page/.test(String(error)) ? 'error' : undefined),
  );
  return inTime(asked, scanPatience, undefined);
}

/** Judges an opened site whose page could not be scanned. Resolves to undefined if the failed scan proves nothing. */
async function judgeUnscanned(tabId: number, site: AuditedSite): Promise<SiteLook | undefined> {
  const tab = await browser.tabs.get(tabId).catch(() => undefined);
  const home = homePage(site.host);
  // The tab was closed or is still loading, or access was revoked.
  if (tab?.status !== 'complete' || !(await hasAccess([home]))) return undefined;
  // The browser shows Waymark the URL of the audited site. If the URL is hidden or different, the tab shows another
  // site.
  if (!tab.url?.startsWith(home)) return judgeOpen(undefined, [], false, site);
  const type = await factShown(tabId, () => document.contentType);
  if (type === 'error') return navigator.onLine ? judgeOpen(undefined, [], true, site) : undefined;
  return type && !/html/.test(type) ? { state: 'file', about: type, trackers: [] } : undefined;
}

const statusOf = () => (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.responseStatus;

const isRecordOf = async (host: string, id: string, account: string): Promise<boolean> =>
  (await rowsAt('websites', account, [id]).catch(() => [])).some(({ hosts }) => hosts.includes(host));

/** Examines the page of one opened site as the popup does, and stores the result in the report. */
async function lookAt(tabId: number, { at, host, id }: ReportRow, subject: OpenAndLookInput) {
  const { serviceUrl, account, template, jobId } = subject;
  await loaded(tabId);
  const site: AuditedSite = { host, baseUrl: serviceUrl, template, domain: host, ...(id ? { id } : {}) };
  const receiver = soughtAddress(site);
  const facts = await scan(tabId, receiver, attributesOf(template));
  const trackers = facts ? await scanTrackers(tabId, hostInUrl(facts.page), receiver) : [];
  const judge = (one: AuditedSite) => (facts ? judgeOpen(facts, trackers, true, one) : judgeUnscanned(tabId, one));
  const first = await judge(site);
  // The page may have the code of another record (`named`). That code is also right if that record has the same host: a
  // host may have several records, or a new one since the check.
  const named = first?.why === 'site' ? first.about : undefined;
  const other = named && (await isRecordOf(host, named, account)) ? named : undefined;
  const look = other ? await judge({ ...site, id: other }) : first;
  const record = other ?? id;
  // The server may refuse its page here, too. What its error page lacks proves nothing.
  if (/missing|file/.test(look?.state ?? '') && Number(await factShown(tabId, statusOf)) >= 400) return;
  if (look) await ask('audits.looked', { id: jobId, at, look, ...(record ? { record } : {}) });
}

type Progress = { done: number; total: number };

/** Makes the object that opens sites in separate windows and examines them. Only one run can be active at a time. */
function looker() {
  let openWindowId: number | undefined;
  let isRunning = false;
  let isLeft = false;
  let tell = (_: Progress | undefined) => {};

  const lookAtSome = async (rows: readonly ReportRow[], subject: OpenAndLookInput) => {
    const url = rows.map(({ host }) => homePage(host));
    // Firefox warns about `focused: false`, which it does not support.
    const unfocused = 'getBrowserInfo' in browser.runtime ? {} : { focused: false };
    const made = await browser.windows?.create({ url, ...unfocused });
    openWindowId = made?.id;
    const tabs = await browser.tabs.query({ windowId: made?.id ?? -1 });
    tabs.sort((one, two) => one.index - two.index);
    await Promise.all(
      rows.map((row, index) => {
        const id = tabs[index]?.id;
        return id === undefined ? undefined : lookAt(id, row, subject);
      }),
    );
    openWindowId = undefined;
    if (made?.id !== undefined) await browser.windows?.remove(made.id).catch(() => undefined);
  };
  return {
    /**
     * Calls `onChange` with the progress of a run. Closes the open window when the person leaves the page. Returns
     * functions that stop watching, end the run, and close its window.
     */
    watch(onChange: typeof tell) {
      tell = onChange;
      const close = () => {
        if (openWindowId !== undefined) void browser.windows?.remove(openWindowId);
      };
      const end = () => {
        isLeft = true;
        close();
      };
      return [listenTo(globalThis, 'pagehide', close), end];
    },
    async run(rows: readonly ReportRow[], subject: OpenAndLookInput) {
      // The run of an earlier press is still active.
      if (isRunning) return;
      isRunning = true;
      try {
        for (let done = 0; done < rows.length && !isLeft; done += maxOpenTabs) {
          tell({ done, total: rows.length });
          await lookAtSome(rows.slice(done, done + maxOpenTabs), subject);
        }
      } finally {
        isRunning = false;
        tell(undefined);
      }
    },
  };
}

/**
 * Provides `run`, which opens sites in separate windows, examines their pages, and closes the windows. Use it for sites
 * whose state the server's HTML did not show. `run` is undefined where opening windows is impossible.
 */
export function useOpenAndLook(subject: OpenAndLookInput) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found belongs to the report of one audit
  const look = useMemo(looker, [subject.jobId]);
  const progress = useWatched<Progress | undefined>(look.watch, [look]);
  const [denied, setDenied] = useState(false);
  /** Opens the sites in `rows`. Call it directly in a click handler; otherwise browsers refuse to ask for access. */
  const run = async (rows: readonly ReportRow[]) => {
    const addresses = homePagesOf(rows.map(({ host }) => host));
    const asked = requestAccess(addresses);
    await withLentAccess(addresses, async () => {
      // An audit may have ended meanwhile and given up the access, so the access is checked again.
      const granted = await isStillGranted(asked, addresses);
      setDenied(!granted);
      if (granted) await look.run(rows, subject);
    });
  };
  // `run` is impossible in Firefox for Android, which has no windows, and in a private window, where nothing is stored.
  return { progress, denied, run: browser.windows && !isPrivate() ? run : undefined };
}
