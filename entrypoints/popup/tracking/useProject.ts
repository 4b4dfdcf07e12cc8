import { useEffect, useState } from 'preact/hooks';
import { hostOf } from '@/lib/hosts/hostOf.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem, Project } from '@/lib/services/index.ts';

/** What the SEO service knows about a host. */
export type SeoAnswer =
  | { state: 'asking' }
  | { state: 'none' }
  | { state: 'unsure' }
  | { state: 'found'; project: Project }
  | { state: 'failed'; problem: Problem };

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
      // A service may ignore the search, so part of its list does not prove that there is no project, nor does a list
      // with a name that cannot be read.
      const { items, more, unread } = list.value;
      setAnswer({ state: more || unread || !items.every((one) => one.project) ? 'unsure' : 'none' });
    });
    return () => {
      isWanted = false;
      setAnswer({ state: 'asking' });
    };
  }, [host, account, isPrivate]);
  return answer;
}
