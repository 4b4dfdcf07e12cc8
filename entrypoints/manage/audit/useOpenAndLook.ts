import { useEffect, useRef, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { homePage, homePagesOf } from '@/lib/audit/access.ts';
import { judgeOpen } from '@/lib/audit/judge.ts';
import { requestAccess } from '@/lib/connections/permissions.ts';
import { ask } from '@/lib/messages/ask.ts';
import { withLentAccess } from '@/lib/storage/lentAccess.ts';
import { scanTrackers } from '@/lib/trackers/scan.ts';
import { attributesOf } from '@/lib/tracking/fingerprint.ts';
import { scan } from '@/lib/tracking/scan.ts';
import { sleep } from '@/lib/util/sleep.ts';
import type { ReportRow } from './report.ts';
import { isPrivate } from './useStartAudit.ts';

/** How many sites are open at once. */
const maxOpenTabs = 5;
/** How long a page may take to load, and what comes after it: tag managers add their scripts late (milliseconds). */
const loadTime = 15_000;
const settleTime = 2_500;

/** Resolves once a tab's page has loaded, or after `loadTime`. */
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
  template: string;
  jobId: string;
}

/** Looks at one opened site as the popup does, and has it noted in the report. */
async function lookAt(tabId: number, { at, host, id }: ReportRow, { serviceUrl, template, jobId }: OpenAndLookInput) {
  await loaded(tabId);
  const facts = await scan(tabId, serviceUrl, attributesOf(template));
  const shown = facts ? new URL(facts.page).hostname : '';
  const trackers = facts ? await scanTrackers(tabId, shown, serviceUrl) : [];
  // With access to the site its own address is told; another site's is not.
  const url = (await browser.tabs.get(tabId).catch(() => undefined))?.url ?? '';
  const site = { host, baseUrl: serviceUrl, template, domain: host, ...(id ? { id } : {}) };
  const look = judgeOpen(facts, trackers, url.startsWith(homePage(host)), site);
  await ask('audits.looked', { id: jobId, at, look });
}

/** Opens sites that a served page does not tell about in a window of their own, looks, and closes it. */
export function useOpenAndLook(subject: OpenAndLookInput) {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [denied, setDenied] = useState(false);
  const opened = useRef<number>(undefined);

  useEffect(() => {
    const leave = () => {
      if (opened.current !== undefined) void browser.windows?.remove(opened.current);
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  const lookAtSome = async (rows: readonly ReportRow[]) => {
    const made = await browser.windows?.create({ url: rows.map(({ host }) => homePage(host)), focused: false });
    opened.current = made?.id;
    const tabs = await browser.tabs.query({ windowId: made?.id ?? -1 });
    tabs.sort((one, two) => one.index - two.index);
    await Promise.all(
      rows.map((row, index) => {
        const id = tabs[index]?.id;
        return id === undefined ? undefined : lookAt(id, row, subject);
      }),
    );
    opened.current = undefined;
    if (made?.id !== undefined) await browser.windows?.remove(made.id).catch(() => undefined);
  };

  /** Straight from the click: browsers refuse to ask for access otherwise. */
  const run = async (rows: readonly ReportRow[]) => {
    if (progress) return;
    const addresses = homePagesOf(rows.map(({ host }) => host));
    const granted = await requestAccess(addresses).catch(() => false);
    setDenied(!granted);
    if (!granted) return;
    await withLentAccess(addresses, async () => {
      for (let done = 0; done < rows.length; done += maxOpenTabs) {
        setProgress({ done, total: rows.length });
        await lookAtSome(rows.slice(done, done + maxOpenTabs));
      }
    }).finally(() => setProgress(undefined));
  };
  // Firefox for Android has no windows; what a private one finds is not kept.
  return { progress, denied, run: browser.windows && !isPrivate() ? run : undefined };
}
