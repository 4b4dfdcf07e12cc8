import { expect, test } from 'vitest';
import { forgetDeleted, forgetReplaced, keepWanted } from '@/lib/jobs/otherJobs.ts';
import { newJob } from '@/lib/jobs/state.ts';
import { allJobs, itemsOf, secretOf } from '@/lib/jobs/store.ts';
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

test.each<[string, by: { url?: string; account?: string }, item: { id?: string; key?: string }, secrets: number]>([
  ['of the website', {}, {}, 0],
  ['under the name that the service uses', {}, { key: 'a.example' }, 0],
  ['of another account’s record', { account: 'other' }, {}, 1],
  ['at another service', { url: 'https://other.example' }, {}, 1],
  ['of another record', {}, { id: '8' }, 1],
  ['of a website that has its id since', {}, { key: 'b.example' }, 1],
])('a deletion %s: how many passwords are still told', async (name, by, over, secrets) => {
  const { job, items } = jobOf(name, 'www.a.example');
  const made = { state: 'done', outcome: 'created', id: '7', secret: true } as const;
  const secret = { job: name, way: 'each', seed: new ArrayBuffer(32) } as const;
  await addJob({ ...job, ended: 2, password: 'each', secrets: 1 }, [{ ...(items[0] as Item), ...made }], secret);
  const start = { id: `by ${name}`, kind: 'delete', items: [], fields: {}, speed: 'fast' } as const;
  const other = newJob(start, { url: base, account: base, ...by }, 3).job;
  await forgetDeleted(other, { id: '7', key: 'www.a.example', ...over } as Item);
  expect((await allJobs()).find(({ id }) => id === name)?.secrets).toBe(secrets);
  expect(await secretOf(name)).toEqual(secrets ? expect.anything() : undefined);
});

test.each<[string, account: string, over: Partial<Item>, secrets: number]>([
  ['of the website', base, {}, 0],
  ['of the website, by hand', base, { key: '' }, 0],
  ['of another account’s record', 'other', {}, 1],
  ['of another record', base, { id: '8' }, 1],
  ['that was sent before', base, { sent: 4 }, 1],
])('another password %s: how many passwords of earlier jobs are still told', async (what, account, over, secrets) => {
  const name = `another password ${what}`;
  const { job, items } = jobOf(name, 'a.example');
  const made = { state: 'done', outcome: 'created', id: '7', secret: true, sent: 5 } as const;
  await addJob({ ...job, ended: 6, password: 'each', secrets: 1 }, [{ ...(items[0] as Item), ...made }]);
  const start = { id: `by ${name}`, kind: 'update', items: [], fields: { privacy: 2 }, speed: 'fast' } as const;
  const other = newJob(start, { url: base, account }, 3).job;
  await forgetReplaced(other, { id: '7', key: 'a.example', sent: 7, ...over } as Item);
  const told = (await itemsOf(name)).filter(({ secret }) => secret).length;
  expect([(await allJobs()).find(({ id }) => id === name)?.secrets, told]).toEqual([secrets, secrets]);
});
