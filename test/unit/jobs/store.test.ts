import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { newJob } from '@/lib/jobs/state.ts';
import { allJobs, itemsOf } from '@/lib/jobs/store.ts';

const url = 'https://stats.example.net';
const made = (id: string, account: string) =>
  newJob({ id, kind: 'create', items: [{ key: 'a.example' }], fields: {}, speed: 'fast' }, { url, account }, 10);

test('jobs that version 1 stored go on, each at its address and account', async () => {
  const old = await openDB('waymark-jobs', 1, {
    upgrade(database) {
      database.createObjectStore('jobs', { keyPath: 'id' });
      database.createObjectStore('items', { keyPath: ['job', 'at'] }).createIndex('state', ['job', 'state', 'at']);
      database.createObjectStore('secrets', { keyPath: 'job' });
    },
  });
  const [first, second] = [made('first', url), made('second', 'mark')];
  const { serviceUrl, account, ...rest } = first.job;
  await old.put('jobs', { ...rest, base: url });
  await old.put('items', first.items[0]);
  const { serviceUrl: _, ...marked } = second.job;
  await old.put('jobs', { ...marked, base: url });
  old.close();

  expect(await allJobs()).toEqual([first.job, second.job]);
  expect(await itemsOf('first')).toEqual(first.items);
});
