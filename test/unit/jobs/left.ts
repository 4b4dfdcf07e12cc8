import type { Item, JobFields } from '@/lib/jobs/types.ts';

export interface Left {
  isPrivate?: boolean;
  /** The id that we chose for the record. */
  id?: string;
  /** When it was sent. */
  at?: number;
  /** Its answer was lost, and the worker lived to see that. */
  isLost?: boolean;
  url?: string;
  /** The message of the page that pressed, and has no answer yet. */
  message?: string;
}

type Kind = 'create' | 'update' | 'delete';

/** Leaves a press as a worker does that dies after it has sent the request. */
async function leave(
  kind: Kind,
  account: string,
  what: Pick<Item, 'key' | 'id'> & { fields?: JobFields; password?: 'common' },
  sent: Pick<Item, 'open' | 'create'>,
  { isPrivate = false, at = Date.now(), url = 'https://stats.example.net', isLost = false, message }: Left,
): Promise<void> {
  const [{ claimItem, newJob, sentItem }, { idInMemory }, { addJob }] = await Promise.all([
    import('@/lib/jobs/state.ts'),
    import('@/lib/jobs/memory.ts'),
    import('@/lib/jobs/write.ts'),
  ]);
  const { fields = {}, password, ...item } = what;
  const name = message ?? crypto.randomUUID();
  const id = isPrivate ? idInMemory(name) : name;
  const more = {
    ...(isPrivate ? { private: true as const } : {}),
    ...(message ? { awaited: true as const } : {}),
    ...(password ? { password } : {}),
  };
  const made = newJob({ id, kind, press: true, items: [item], fields, speed: 'fast', ...more }, { url, account }, at);
  const claimed = claimItem(made.job, made.items[0] as Item, at);
  const lost = isLost ? { lost: 1, lostAt: at } : {};
  await addJob(claimed.job, [{ ...sentItem(claimed.item, sent), ...lost }]);
}

/** The same of a press to register a host. */
export const leaveCreate = (account: string, host: string, { id, ...left }: Left = {}): Promise<void> => {
  const create = { at: left.at ?? Date.now(), ...(id ? { id } : {}) };
  return leave('create', account, { key: host }, { open: [account, host], create }, left);
};

/** The same of a press to change or delete a record. */
export const leaveChange = (
  kind: 'update' | 'delete',
  account: string,
  what: { key: string; id: string; fields?: JobFields; password?: 'common' },
  left: Left & { url: string },
): Promise<void> => leave(kind, account, what, { open: ['record', left.url, what.id] }, left);

/** What is stored of jobs, as this worker reads and writes it. */
export const jobStore = async () => ({
  ...(await import('@/lib/jobs/database.ts')),
  ...(await import('@/lib/jobs/store.ts')),
  ...(await import('@/lib/jobs/write.ts')),
});
