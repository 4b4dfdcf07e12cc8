import { describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { leaveCreate } from '../../jobs/left.ts';
import { a, aMinuteLater, ask, badgesShown, host, many, setUp, wake, worker } from './twoServices.ts';

vi.mock('@/lib/text/i18n.ts', () => ({ t: (key: string) => key }));
setUp();

/** The next answer as it is at this moment, given only when it is let go. */
function late(data: object): () => void {
  const answer = a.holds();
  return () => answer(Response.json({ data }));
}
const asked = (count: number) => vi.waitFor(() => expect(a.log).toHaveLength(count));

describe('an answer that comes late', () => {
  const row = { id: '1', domain: host, privacy: 1 };

  test('forgets no site that was registered meanwhile', async () => {
    const letGo = late([]);
    const before = ask('site.check', { host });
    await asked(1);
    expect(await ask('site.check', { host })).toMatchObject({ value: { matches: [] } });
    expect(await ask('websites.create', { domain: host })).toMatchObject({ value: { outcome: 'created' } });
    letGo();
    await before;
    expect(await worker.storedAt(a.origin, host)).toMatchObject({ id: '1' });
  });

  test.each([
    { end: 'answers', make: () => undefined, log: ['GET', 'POST'] },
    { end: 'fails', make: () => a.instead.push(() => Response.json({}, { status: 403 })), log: ['GET', 'POST', 'GET'] },
  ])('of a create that $end: whoever asks of its host meanwhile is told what is there', async ({ make, log }) => {
    const letGo = late([]);
    make();
    const create = ask('websites.create', { domain: host });
    await asked(1);
    const check = ask('site.check', { host });
    letGo();
    const made = log.length === 2 ? [{ id: '1' }] : [];
    expect(await check).toMatchObject({ value: { matches: made, complete: true } });
    expect(await create).toMatchObject({ ok: made.length === 1 });
    expect(a.log).toEqual(log);
  });

  test.each([
    ['an update', 'websites.update', { privacy: 0 }, [{ privacy: 0 }]],
    ['a deletion', 'websites.delete', { domain: host }, []],
  ] as const)(
    'of %s: whoever asks of its site meanwhile is told how it is afterwards',
    async (_what, name, more, matches) => {
      a.has(host);
      await ask('websites.list', {});
      const { promise, resolve } = Promise.withResolvers<void>();
      const write = async () => {
        await promise;
        a.rows = a.rows.flatMap((one) => (name === 'websites.delete' ? [] : { ...one, privacy: 0 }));
        return Response.json({ data: { ...row, privacy: 0 } });
      };
      a.instead = [...(name === 'websites.delete' ? [() => Response.json({ data: row })] : []), write];
      const count = 1 + a.instead.length;
      const made = ask(name, { id: '1', ...more });
      await asked(count);
      const check = ask('site.check', { host });
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      expect(a.log).toHaveLength(count);
      resolve();
      expect(await made).toMatchObject({ ok: true });
      expect(await check).toMatchObject({ value: { matches, complete: true } });
    },
  );

  test('of a list that was asked for during a deletion does not bring the site back', async () => {
    a.has(host);
    a.instead = [() => Response.json({ data: row })];
    const answer = a.holds();
    const deletion = ask('websites.delete', { id: '1', domain: host });
    await asked(2);
    const letGo = late([row]);
    const list = ask('websites.list', {});
    await asked(3);
    answer(new Response(null, { status: 204 }));
    expect(await deletion).toMatchObject({ value: { outcome: 'deleted' } });
    letGo();
    await list;
    expect(a.log).toEqual(['GET', 'DELETE', 'GET']);
    expect(await worker.allSites()).toEqual([]);
  });

  test.each([
    ['a list', 'websites.list', {}, [row]],
    ['a look-up', 'site.check', { host }, [row]],
    ['a record', 'websites.show', { id: '1' }, row],
  ])('of another account is not kept: %s', async (_name, command, input, data) => {
    const letGo = late(data);
    const before = ask(command, input);
    await asked(1);
    await worker.saveKey('made-up-key-0002');
    letGo();
    await before;
    expect(await worker.allSites()).toEqual([]);
  });
});

test('a key for the session is another account’s, once the one before it is gone', async () => {
  a.has(host);
  await worker.saveKey('made-up-key-0001', 'session');
  await ask('websites.list', {});
  expect(await worker.allSites()).toMatchObject([{ hosts: [host] }]);
  await fakeBrowser.storage.session.clear();
  a.rows = [];
  await wake();
  await worker.saveKey('made-up-key-0002', 'session');
  expect(await worker.allSites()).toMatchObject([{ hosts: [], replaced: true }]);
});

test('a service that shows no single record: what its list shows is not told as gone', async () => {
  a.has(host);
  a.instead = [() => Response.json({}, { status: 404 })];
  const answer = await ask('websites.delete', { id: '1', domain: host });
  expect([answer, a.rows.length]).toMatchObject([{ value: { outcome: 'deleted' } }, 0]);
});

test('where the known sites cannot be read, no badge says "not registered"', async () => {
  a.has(host, ...many(3));
  await ask('websites.list', {});
  await worker.wasRead(a.origin, Date.now());
  vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('no', 'UnknownError');
  });
  expect(await badgesShown()).toEqual(['?']);
});

test('what was absent before a create of unknown end is looked up again', async () => {
  Object.assign(a.ways, { searches: false, paging: 'bare' });
  a.has(...many(150), host);
  await leaveCreate(a.origin, host);
  aMinuteLater();
  const item = { job: 'j', at: 0 };
  const { register } = await import('@/lib/background/websites/register.ts');
  const options = { isAbsent: true, item, begin: async () => true };
  const again = register({ domain: host }, { account: a.origin }, options);
  await expect(again).rejects.toMatchObject({ problem: { code: 'still-unconfirmed' } });
  expect(a.log).not.toContain('POST');
});

test('a job that is asked for twice at once has one seed for its passwords', async () => {
  a.has(host);
  const items = [{ key: host, id: '1' }];
  const job = { id: 'j', kind: 'update', items, fields: { privacy: 2 }, password: { way: 'each' }, speed: 'fast' };
  const seeds: unknown[] = [];
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'secrets') seeds.push(given[0]);
    return put.apply(this, given as never);
  });
  await Promise.all([ask('jobs.start', job), ask('jobs.start', job)]);
  expect(seeds).toHaveLength(1);
  await vi.waitFor(async () => expect(await worker.jobWith('j')).toHaveProperty('ended'));
});
