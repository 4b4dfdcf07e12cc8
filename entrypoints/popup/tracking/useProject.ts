import { useEffect, useState } from 'preact/hooks';
import { hostOf } from '@/lib/hosts/hostOf.ts';
import { ask } from '@/lib/messages/ask.ts';
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
