import type { Item } from '@/lib/jobs/types.ts';

export interface Left {
  isPrivate?: boolean;
  /** The id that we chose for the record. */
  id?: string;
  /** When it was sent. */
  at?: number;
  /** Its answer was lost, and the worker lived to see that. */
  isLost?: boolean;
  url?: string;
}

/** Leaves a press to register a host as a worker does that dies after it has sent the create. */
export async function leaveCreate(
  account: string,
  host: string,
  { isPrivate = false, id, at = Date.now(), url = 'https://stats.example.net', isLost = false }: Left = {},
): Promise<void> {
  const [{ claimItem, newJob, sentItem }, { idInMemory }, { addJob }] = await Promise.all([
    import('@/lib/jobs/state.ts'),
    import('@/lib/jobs/memory.ts'),
    import('@/lib/jobs/write.ts'),
  ]);
  const open: [string, string] = [account, host];
  const name = isPrivate ? idInMemory() : crypto.randomUUID();
  const given = {
    id: name,
    kind: 'create',
    press: true,
    items: [{ key: host }],
    fields: {},
    speed: 'fast',
  } as const;
  const made = newJob({ ...given, ...(isPrivate ? { private: true } : {}) }, { url, account }, at);
  const { job, item } = claimItem(made.job, made.items[0] as Item, at);
  const create = { at, ...(id ? { id } : {}) };
  await addJob(job, [{ ...sentItem(item, { open, create }), ...(isLost ? { lost: 1, lostAt: at } : {}) }]);
}

/** What is stored of jobs, as this worker reads and writes it. */
export const jobStore = async () => ({
  ...(await import('@/lib/jobs/database.ts')),
  ...(await import('@/lib/jobs/store.ts')),
  ...(await import('@/lib/jobs/write.ts')),
});
