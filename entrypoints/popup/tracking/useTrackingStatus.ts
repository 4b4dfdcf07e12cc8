import { useEffect, useState } from 'preact/hooks';
import { hostOf } from '@/lib/hosts/hostOf.ts';
import { ask } from '@/lib/messages/ask.ts';
import { attributesOf, type Detection, detect, type Expected } from '@/lib/tracking/index.ts';
import { scan } from '@/lib/tracking/scan.ts';
import type { SeoAnswer } from './SeoProject.tsx';

/** The SEO service's project of a host; one request, once the host is known to be registered. */
export function useProject(host: string, serviceUrl: string | undefined, isPrivate: boolean): SeoAnswer {
  const [answer, setAnswer] = useState<SeoAnswer>({ state: 'asking' });
  useEffect(() => {
    if (!serviceUrl) return;
    let isWanted = true;
    const search = { search: host, search_by: 'project', per_page: 100 } as const;
    void ask('projects.list', search, { private: isPrivate, serviceUrl }).then((list) => {
      if (!isWanted) return;
      if (!list.ok) return setAnswer({ state: 'failed', problem: list.problem });
      const project = list.value.items.find((one) => hostOf(one.project) === host);
      if (project) return setAnswer({ state: 'found', project });
      // A service may ignore the search: a part of its list proves nothing.
      setAnswer({ state: list.value.more ? 'unsure' : 'none' });
    });
    return () => {
      isWanted = false;
      setAnswer({ state: 'asking' });
    };
  }, [host, serviceUrl, isPrivate]);
  return answer;
}

/** What was seen of the page; `undefined` in `seen`: it cannot be looked at. */
export type PageLook = { state: 'looking' } | { state: 'looked'; seen: Detection | undefined };

/** When the page is looked at, after the popup has painted (milliseconds): tag managers and consent tools put the code in late. */
const moments = [0, 700, 2500];

const isSameHost = (page: string, host: string) =>
  page === 'null' || new URL(page).hostname.replace(/\.$/, '') === host;

/** Looks at the page of a tab until the code is found. A page that has moved on to another host is no longer looked at. */
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
      // A page that can no longer be looked at has moved on: what was seen before stands.
      setLook((before) => (seen || before.state === 'looking' ? { state: 'looked', seen } : before));
    };
    const timers = moments.map((moment) => setTimeout(() => void once(), moment));
    return () => {
      found = true;
      timers.forEach(clearTimeout);
    };
  }, [tabId, seenHost, baseUrl, template, domain, id]);
  return look;
}
