import { describe, expect, test, vi } from 'vitest';
import { followHosts } from '@/entrypoints/manage/list/followRows.ts';
import { useKnownSites } from '@/entrypoints/options/useKnownSites.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { watchJobs } from '@/lib/jobs/watch.ts';
import { connections, set } from '@/lib/storage/settings.ts';
import { loaded, ok, openPage, settled, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
// As in a container tab or a private window of Firefox.
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => false }));

const account = 'https://stats.example';
const problem = { kind: 'setup', code: 'no-database' } as const;
const unreadable = () => ({ ok: false, problem }) as const;

/** What the worker has stored. */
const has: Record<string, unknown> = {
  recordCount: 3,
  listFacts: { account, list: 'websites', whole: 5 },
  rowBatch: { rows: [{ slot: 'a.example', hosts: ['a.example'] }] },
  allJobs: [{ id: 'j' }],
};
const answers = ({ read }: Record<string, unknown>) => ok(has[String(read)]);

async function open(stored: typeof answers | typeof unreadable) {
  openPage();
  worker.answers.stored = stored;
  await set(connections, { list: [{ id: 'a', analyticsUrl: account, account }] });
}

describe.each([
  ['that the worker can read', answers, true],
  ['that nobody can read', unreadable, false],
] as const)('a page beside a store %s', (_what, stored, isRead) => {
  test('how many sites are known, or why that is not known', async () => {
    await open(stored);
    const all = { list: [{ id: 'a', analyticsUrl: account, account }] };
    const hook = await loaded(() => useKnownSites(all));
    expect(hook.now().known).toMatchObject([isRead ? { count: 3, readAt: 5 } : { count: 0, unread: problem }]);
  });

  test('what is in the other list, or nothing: what was not read is not absent', async () => {
    await open(stored);
    const told = vi.fn();
    const stop = followHosts('projects', account, told);
    await settled();
    stop();
    const links = { hosts: new Set(['a.example']), isWhole: true };
    expect(told.mock.calls).toEqual([[isRead ? links : undefined]]);
  });

  test('the jobs that are under way, or none, since none can be', async () => {
    await open(stored);
    const heard = await new Promise<Job[]>((resolve) => watchJobs(resolve));
    expect(heard.map(({ id }) => id)).toEqual(isRead ? ['j'] : []);
  });
});
