import { useRead } from '@/components/useWatched.ts';
import { hostOf } from '@/lib/hosts/hostOf.ts';
import { withoutWww, wwwVariant } from '@/lib/hosts/variants.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem, Project } from '@/lib/services/index.ts';

/**
 * The SEO service's answer about a host. `asking`: there is none yet. `unsure`: there may be a project that was not
 * read.
 */
export type SeoAnswer =
  | { state: 'asking' }
  | { state: 'none' }
  | { state: 'unsure' }
  | { state: 'found'; project: Project }
  | { state: 'failed'; problem: Problem };

/** Requests the projects whose names contain `search`, and looks for the host's project among them. */
async function searched(search: string, host: string, account: string, isPrivate: boolean): Promise<SeoAnswer> {
  const input = { search, search_by: 'project', per_page: 100 } as const;
  const list = await ask('projects.list', input, { private: isPrivate, account });
  if (!list.ok) return { state: 'failed', problem: list.problem };
  const { items, more, unread } = list.value;
  const [project] = [host, wwwVariant(host)].flatMap((name) => items.find((one) => hostOf(one.project) === name) ?? []);
  if (project) return { state: 'found', project };
  // A part of the list does not prove that there is no project, because a service may ignore the search. Nor does a
  // list with an unreadable name.
  return { state: more || unread || !items.every((one) => one.project) ? 'unsure' : 'none' };
}

/** Returns the SEO service's answer about a host. A project of the host's `www.` variant also counts. */
async function projectOf(host: string, account: string, isPrivate: boolean): Promise<SeoAnswer> {
  const answer = await searched(host, host, account, isPrivate);
  const bare = withoutWww(host);
  // A search for `www.example.com` does not find the project `example.com`.
  return bare === host || answer.state !== 'none' ? answer : searched(bare, host, account, isPrivate);
}

/** Returns the SEO service's answer about a host. Sends no request while `account` is undefined. */
export function useProject(host: string, account: string | undefined, isPrivate: boolean): SeoAnswer {
  const question = JSON.stringify([host, account, isPrivate]);
  const read = useRead(
    async () => (account ? { question, answer: await projectOf(host, account, isPrivate) } : undefined),
    [question],
  );
  return read?.question === question ? read.answer : { state: 'asking' };
}
