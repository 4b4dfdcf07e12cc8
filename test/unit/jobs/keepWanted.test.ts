import { expect, test } from 'vitest';
import { keepWanted } from '@/lib/jobs/keepWanted.ts';
import { newJob } from '@/lib/jobs/state.ts';
import { itemsOf } from '@/lib/jobs/store.ts';
import type { Item } from '@/lib/jobs/types.ts';
import { addJob } from '@/lib/jobs/write.ts';
import { base } from './made.ts';

const jobOf = (id: string, key: string) =>
  newJob({ id, kind: 'create', items: [{ key }], fields: {}, speed: 'fast' }, { url: base, account: base }, 1);

test.each<[host: string, isKept: boolean]>([
  ['a.example', true],
  ['www.a.example', true],
  ['www.b.example', false],
])('a site that was registered without www. is kept where something else wants it: %s', async (host, isKept) => {
  const { job, items } = jobOf(host, 'www.a.example');
  const made = { state: 'done', outcome: 'created', id: '7', registered: 'a.example' } as const;
  await addJob({ ...job, ended: 2, undo: { items: 1, links: 0, left: 0 } }, [{ ...(items[0] as Item), ...made }]);
  const { job: other, items: wanting } = jobOf(`wants ${host}`, host);
  await keepWanted(other, wanting[0] as Item);
  expect((await itemsOf(host))[0]?.wanted === true).toBe(isKept);
});
