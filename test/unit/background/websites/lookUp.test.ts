import { describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { leaveCreate } from '../../jobs/left.ts';
import { connectTo, type Service, serve, soon, stopTime } from '../service.ts';
import { a, aMinuteLater, ask, b, host, many, setUp, wake, worker } from './twoServices.ts';

vi.mock('@/lib/text/i18n.ts', () => ({ t: (key: string) => key }));
setUp();

/** The store cannot be opened, as where the disk is full or the profile is damaged. */
const breakStore = () => {
  globalThis.indexedDB = {
    open: () => {
      throw new DOMException('no', 'UnknownError');
    },
  } as never;
};

describe('where what is known cannot be kept, what the service did still stands', () => {
  test.each<[name: string, command: string, input: object, log: string[]]>([
    // A search, which lets no reading of the whole list begin.
    ['a list', 'websites.list', { search: host }, ['GET']],
    ['a record', 'websites.show', { id: '1' }, ['GET']],
    ['a look-up', 'site.check', { host }, ['GET']],
    ['an accepted change', 'websites.update', { id: '1', privacy: 0 }, ['PATCH']],
    ['an accepted deletion', 'websites.delete', { id: '1', domain: host }, ['GET', 'DELETE']],
  ])('%s', async (_name, command, input, log) => {
    a.has(host);
    breakStore();
    await wake();
    expect(await ask(command, input)).toMatchObject({ ok: true });
    expect(a.log).toEqual(log);
  });

  test('but nothing is created that could not be found out about later', async () => {
    breakStore();
    await wake();
    expect(await ask('websites.create', { domain: host })).toMatchObject({ problem: { kind: 'setup' } });
    expect(a.log).not.toContain('POST');
  });
});

describe('a create whose end is not known', () => {
  const left = async () => (await worker.openCreates()).map((one) => one.host);

  test.each<[string, () => Service, string[]]>([
    ['is settled at the service it was sent to', () => a, ['GET']],
    ['is forgotten where that is not connected any more', () => b, []],
  ])('%s', async (_name, connected, asked) => {
    a.has(host);
    await leaveCreate(a.origin, host, { isPrivate: true });
    await connectTo(connected());
    await wake();
    await worker.wake();
    expect([[...new Set(a.log)], b.log, await left()]).toEqual([asked, [], []]);
    expect(await worker.storedAt(a.origin, host)).toBeUndefined();
    // Nor does it ring for ever.
    await worker.wake();
    expect(await fakeBrowser.alarms.get(worker.jobsAlarm)).toBeUndefined();
  });

  test('keeps its alarm while the service cannot be reached', async () => {
    await leaveCreate(a.origin, host);
    serve();
    void worker.wake();
    const lookedFor = async () => (await worker.itemsOf((await worker.everyJob())[0]?.id ?? ''))[0]?.lostAt;
    await vi.waitFor(async () => expect(await lookedFor()).toBeDefined());
    expect(await left()).toEqual([host]);
    expect(await fakeBrowser.alarms.get(worker.jobsAlarm)).toBeTruthy();
    // Or it would go on during the next tests.
    await worker.endCreate(a.origin, host);
  });

  test.each([
    [{ isPrivate: false }, { isPrivate: false }, true],
    [{ isPrivate: true }, { isPrivate: false }, undefined],
    [{ isPrivate: true }, { isPrivate: true }, true],
  ])('pressed in a window %j is told in a window %j: %s', async (pressed, asked, isUnconfirmed) => {
    await leaveCreate(a.origin, host, pressed);
    const check = (name: string) => ask('site.check', { host: name }, { private: asked.isPrivate });
    const said = (await check(host)) as { value?: object };
    const absent = { host, matches: [], related: [], complete: true };
    expect(said.value).toEqual({ ...absent, ...(isUnconfirmed && { isUnconfirmed }) });
    a.has(host);
    for (const name of [host, 'other.example.com']) expect(await check(name)).not.toHaveProperty('value.isUnconfirmed');
  });

  test.each([
    ['takes the place of', false],
    ['is saved after forgetting', true],
  ])('is settled with a key that %s its own, and not sent again before', async (_how, forgets) => {
    await leaveCreate(a.origin, host, { isLost: true });
    aMinuteLater();
    if (forgets) await ask('keys.forget', { service: 'analytics' });
    expect(await worker.saveKey('made-up-key-0002')).toMatchObject({ ok: true });
    const account = (await worker.get(worker.connections)).list[0]?.account ?? '';
    expect([account === a.origin, await left()]).toEqual([false, [host]]);
    const press = () => ask('websites.create', { domain: host }, { account });
    expect(await press()).toMatchObject({ problem: { code: 'still-unconfirmed' } });
    a.has(host);
    expect(await press()).toMatchObject({ value: { outcome: 'confirmed' } });
    expect([a.log.includes('POST'), a.rows.length, await left()]).toEqual([false, 1, []]);
  });
});

/** Answers a create in place of the service, whose own answer is `usual`. */
function onCreate(answers: (body: URLSearchParams, usual: () => Promise<Response>) => Response | Promise<Response>) {
  const answer = a.answer.bind(a);
  a.answer = async (method, address, body) => {
    const usual = () => answer(method, address, body);
    return method === 'POST' ? answers(body, usual) : usual();
  };
}
const onlyWww = { domain: `www.${host}` };

test('a site that the service registers without www. is registered, and nothing is open', async () => {
  onCreate((body, usual) => {
    body.set('domain', host);
    return usual();
  });
  const made = { outcome: 'created', website: { id: '1', domain: host } };
  expect(await ask('websites.create', onlyWww)).toMatchObject({ value: made });
  expect([a.log, await worker.openCreates()]).toEqual([['GET', 'POST'], []]);
  const related = { matches: [], related: [{ id: '1' }], complete: true };
  const check = await ask('site.check', { host: `www.${host}` });
  expect(check).toMatchObject({ value: related });
  expect(check).not.toHaveProperty('value.isUnconfirmed');
  expect(await fakeBrowser.storage.local.get('joinsWww')).toMatchObject({ joinsWww: { value: [a.origin] } });
});

test('a popup that is opened while such a site is being registered finds its record among the related ones', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  onCreate(async (body, usual) => {
    a.log.push('sent');
    await held;
    body.set('domain', host);
    return usual();
  });
  const made = ask('websites.create', onlyWww);
  await vi.waitFor(() => expect(a.log).toContain('sent'));
  const check = ask('site.check', { host: `www.${host}` });
  letGo();
  expect(await made).toMatchObject({ value: { outcome: 'created' } });
  expect(await check).toMatchObject({ value: { matches: [], related: [{ id: '1', domain: host }] } });
});

test.each<[string, () => Promise<unknown>]>([
  ['the look-up before the create has shown it', async () => a.has(host)],
  [
    'an earlier answer has shown it',
    async () => {
      a.has(host);
      await ask('site.check', { host });
      await worker.storedAt(a.origin, host);
      a.rows.pop();
    },
  ],
])('a record without www. that was there before the create is not a new one: %s', async (_how, prepare) => {
  await prepare();
  onCreate(() => Response.json({ data: { id: '1', domain: host } }));
  const already = { outcome: 'already', website: { id: '1', domain: host } };
  expect(await ask('websites.create', onlyWww)).toMatchObject({ value: already });
});

test('a record without www. that a lost create may have made is confirmed when the create is sent again', async () => {
  await fakeBrowser.storage.local.set({ refusesDoubles: { version: 1, value: [a.origin] } });
  onCreate(() => {
    if (a.rows.length) return Response.json({ data: a.rows[0] });
    a.has(host);
    throw new TypeError('lost');
  });
  const press = () => ask('websites.create', onlyWww);
  stopTime();
  expect(await soon(press())).toMatchObject({ ok: false });
  expect(await soon(press())).toMatchObject({ value: { outcome: 'confirmed', website: { id: '1', domain: host } } });
});

test('a new record is not taken for the one without www. because neither has an id', async () => {
  onCreate(() => Response.json({ data: onlyWww }));
  a.list = () => Response.json({ data: [{ domain: host }] });
  expect(await ask('websites.create', onlyWww)).toMatchObject({
    value: { outcome: 'created' },
  });
});

test('nothing is learnt of www. from a host that is registered as it was sent, nor in a private window', async () => {
  await ask('websites.create', onlyWww);
  onCreate((body, usual) => {
    body.set('domain', 'other.example');
    return usual();
  });
  await ask('websites.create', { domain: 'www.other.example' }, { private: true });
  expect(await fakeBrowser.storage.local.get('joinsWww')).toEqual({});
});

const blind = { searches: false, most: 100, paging: 'bare' } as const;

test.each<[name: string, ways: Service['ways'], rows: number]>([
  ['a bare list, and no search', blind, 150],
  ['ten rows at most, and no way on', { ...blind, most: 10 }, 60],
  ['page links without an end', { ...blind, paging: 'links' }, 900],
])('a list that the service did not show to its end is not taken for all: %s', async (_name, ways, rows) => {
  a.rows = [{ id: '5000', domain: host, privacy: 1 }];
  await ask('websites.show', { id: '5000' });
  a.rows = [];
  Object.assign(a.has(...many(rows), host), { ways, log: [] });
  expect(await ask('site.check', { host })).toMatchObject({ value: { matches: [], complete: false } });
  expect(await worker.storedAt(a.origin, host)).toBeTruthy();
  const refused = { problem: { kind: 'conflict', code: 'maybe-registered' } };
  expect(await ask('websites.create', { domain: host })).toMatchObject(refused);
  expect(a.log).not.toContain('POST');
  const created = ask('websites.create', { domain: host, despiteUnknown: true });
  expect(await created).toMatchObject({ value: { outcome: 'created' } });
});

test('of a large service whose search finds any case, a site that is not found is absent', async () => {
  a.has(...many(150));
  expect(await ask('site.check', { host })).toMatchObject({ value: { matches: [], complete: true } });
});

test('of a large service that stores international names in Unicode, such a site is found in the list', async () => {
  a.has(...many(150), 'bücher.example');
  expect(await ask('site.check', { host: 'xn--bcher-kva.example' })).toMatchObject({ value: { matches: [{}] } });
});

test('of a very large service, an international name that is not there is absent after a search for each form', async () => {
  a.has(...many(900));
  const absent = { value: { matches: [], complete: true } };
  expect(await ask('site.check', { host: 'xn--bcher-kva.example' })).toMatchObject(absent);
  expect(a.log).toHaveLength(4);
});

const inCapitals = 'Shop.Example.com';

test.each<[name: string, others: number, last: string, outcome: object, asked: number]>([
  ['the site in capitals is found in the list', 150, inCapitals, { matches: [{}] }, 6],
  ['the site in small letters is found', 150, host, { matches: [{}] }, 2],
  ['a site that is not there is absent from the list', 150, 'x.example.org', { matches: [], complete: true }, 6],
  ['in capitals beyond what is read, it is unknown', 900, inCapitals, { matches: [], complete: false }, 9],
])('of a large service whose search minds the letters’ case: %s', async (_name, others, last, outcome, asked) => {
  a.has(...many(others), last);
  a.ways.mindsCase = true;
  expect(await ask('site.check', { host })).toMatchObject({ value: outcome });
  expect(a.log).toHaveLength(asked);
});
