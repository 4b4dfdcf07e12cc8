import { useEffect, useState } from 'preact/hooks';
import { hostOf } from '@/lib/hosts/hostOf.ts';
import { ask } from '@/lib/messages/ask.ts';
import { attributesOf, type Detection, detect, type Expected } from '@/lib/tracking/index.ts';
import { scan } from '@/lib/tracking/scan.ts';
import type { SeoAnswer } from './SeoProject.tsx';

/** The SEO service's project of a host. Asks once, and only if there is an `account`. */
export function useProject(host: string, account: string | undefined, isPrivate: boolean): SeoAnswer {
  const [answer, setAnswer] = useState<SeoAnswer>({ state: 'asking' });
  useEffect(() => {
    if (!account) return;
    let isWanted = true;
    const search = { search: host, search_by: 'project', per_page: 100 } as const;
    void ask('projects.list', search, { private: isPrivate, account }).then((list) => {
      if (!isWanted) return;
      if (!list.ok) return setAnswer({ state: 'failed', problem: list.problem });
      const project = list.value.items.find((one) => hostOf(one.project) === host);
      if (project) return setAnswer({ state: 'found', project });
      // A service may ignore the search, so part of its list does not prove that there is no project.
      setAnswer({ state: list.value.more ? 'unsure' : 'none' });
    });
    return () => {
      isWanted = false;
      setAnswer({ state: 'asking' });
    };
  }, [host, account, isPrivate]);
  return answer;
}

/** What a scan of the page has found; `seen` is undefined where the page cannot be scanned. */
export type PageLook = { state: 'looking' } | { state: 'looked'; seen: Detection | undefined };

/** Scans after the popup has painted (milliseconds), repeated because tag managers and consent tools insert the code late. */
const scanTimes = [0, 700, 2500];

const isSameHost = (page: string, host: string) =>
  page === 'null' || new URL(page).hostname.replace(/\.$/, '') === host;

/** Scans a tab's page until the code is found. Results are ignored once the tab has navigated to another host. */
export function useTrackingStatus(tabId: number | undefined, seenHost: string, expected: Expected): PageLook {
  const [look, setLook] = useState<PageLook>({ state: 'looking' });
  const { baseUrl, template, domain, id } = expected;
  useEffect(() => {
    let found = false;
    const once = async () => {
      if (found || tabId === undefined) return;
      const facts = await scan(tabId, baseUrl, attributesOf(template));
      if (found || (facts && !isSameHost(facts.page, seenHost))) return;
      const seen = facts && detect(facts, { baseUrl, template, domain, id });
      found = seen?.found === 'yes';
      // A page that can no longer be scanned was navigated away from: keep the earlier result.
      setLook((before) => (seen || before.state === 'looking' ? { state: 'looked', seen } : before));
    };
    const timers = scanTimes.map((moment) => setTimeout(() => void once(), moment));
    return () => {
      found = true;
      timers.forEach(clearTimeout);
    };
  }, [tabId, seenHost, baseUrl, template, domain, id]);
  return look;
}
