import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Answer, Name } from '@/lib/messages/ask.ts';
import { lastChange } from '@/lib/messages/changes.ts';
import type { Row } from '@/lib/records/types.ts';
import type { Problem } from '@/lib/services/index.ts';
import { refreshesNow } from '@/lib/storage/refresh.ts';
import { jobStore } from '../jobs/left.ts';

/** Waits take no time, and the clock is moved on by as much. */
vi.mock('@/lib/util/sleep.ts', () => ({
  sleep: async (milliseconds: number) => {
    await new Promise((resolve) => setTimeout(resolve));
    vi.setSystemTime(Date.now() + milliseconds);
  },
}));

const stats = 'https://stats.example.net';
const seo = 'https://seo.example.net';
const website7 = `${stats}/api/v1/websites/7`;
const apiKey = 'made-up-key-0001';
const confirmed = { id: '7', domain: 'shop.example.com' };
const record = { id: '7', domain: 'shop.example.com', privacy: 0, password: null };

/** What the service answers, and which requests reached it. */
const service = { answers: [] as Respond[], requests: [] as string[] };
type Respond = () => Response;
const json =
  (body: unknown, status = 200): Respond =>
  () =>
    Response.json(body, { status });
const fails = (status: number) => json({}, status);
const empty: Respond = () => new Response(null, { status: 204 });
const shows = (change: object = {}) => json({ data: { ...record, ...change } });
const lists = (...data: object[]) => json({ data });
/** A list that goes on. */
const listsOn = (...data: object[]) => json({ data, meta: { current_page: 1, last_page: 2 } });
const code = (text: string) => ({ problem: { code: text } });
const project = { project: 'shop.example.com' };
const twelve = Array.from({ length: 12 }, (_, n) => ({ project: `${n}.example` }));

/** A worker just begun, connected; nothing in memory, storage as it was. */
async function begin() {
  vi.resetModules();
  const [{ askAsPage, send }, known, settings] = await Promise.all([
    import('./ask.ts'),
    import('../records/seed.ts'),
    import('@/lib/storage/settings.ts'),
  ]);
  const ask = async (name: Name, input: unknown, more: object = {}): Promise<Answer<never>> =>
    (await askAsPage(name, input, {
      account: await accountOf(name.startsWith('projects.') ? 'seoAccount' : 'account'),
      ...more,
    })) as Answer<never>;
  return { ask, send, ...known, ...settings };
}

/** The name of the account that is connected. */
const accountOf = async (which: 'account' | 'seoAccount'): Promise<string> =>
  (await worker.get(worker.connections)).list[0]?.[which] ?? '';

type Worker = Awaited<ReturnType<typeof begin>>;
let worker: Worker;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  Object.assign(service, { answers: [], requests: [] });
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    service.requests.push(`${method} ${url}`);
    return (service.answers.shift() ?? lists())();
  });
  vi.stubGlobal('navigator', { locks: { request: async (...given: unknown[]) => (given.at(-1) as () => unknown)() } });
  const store = (name: string, value: object) => fakeBrowser.storage.local.set({ [name]: { version: 1, value } });
  const [analytics, ofSeo] = [stats, seo].map((origin) => ({ origin, key: apiKey }));
  await store('keys', { 'main:analytics': analytics, 'main:seo': ofSeo });
  // What another test's worker still does is of its own account.
  const [account, seoAccount] = [crypto.randomUUID(), crypto.randomUUID()];
  const main = { id: 'main', analyticsUrl: stats, kind: 'analyticsV1', account, seoUrl: seo, seoAccount };
  await store('connections', { active: 'main', list: [main] });
  worker = await begin();
});

const known = async () => await worker.storedWebsites(await accountOf('account'));
const named = ({ hosts: [host], record: { privacy } }: Row) => `${host} ${privacy}`;
const learnt = async () => (await known()).map(named);
const projects = async () => worker.storedCount('projects', await accountOf('seoAccount'));
const told = () => worker.get(lastChange);

describe('what the service says is kept, to be shown at once the next time', () => {
  const eight = { ...record, id: '8', domain: 'b.example', privacy: 1 };
  const one = { id: '7', domain: 'shop.example.com' };
  test.each<[Name, input: object, data: unknown, value: object, known: string[], projects: number]>([
    ['websites.list', { per_page: 25 }, [record, eight], { items: [one, {}] }, [`${one.domain} 0`, 'b.example 1'], 0],
    ['websites.show', { id: '7' }, record, one, [`${one.domain} 0`], 0],
    // By the other service.
    ['projects.list', {}, [project, { project: 'not a host' }], { items: [{}, {}] }, [], 2],
    ['projects.list', {}, [], { items: [] }, [], 0],
  ])('%s %j', async (name, input, data, value, known, count) => {
    service.answers = [json({ data })];
    expect(await worker.ask(name, input)).toMatchObject({ ok: true, value });
    expect([await learnt(), await projects()]).toEqual([known, count]);
    const sites = await worker.storedCount('websites', await accountOf('seoAccount'));
    expect([sites, service.requests.length]).toEqual([0, 1]);
    if ('per_page' in input) expect(service.requests).toEqual([`GET ${stats}/api/v1/websites?per_page=25`]);
  });

  test.each<[string, unknown[], object]>([
    ['registered', [record], { matches: [{ id: '7' }], related: [] }],
    ['its www variant is', [{ ...record, domain: 'www.shop.example.com' }], { matches: [], related: [{ id: '7' }] }],
    ['it is not', [], { matches: [], related: [] }],
  ])('whether a site is registered: %s', async (_name, data, value) => {
    service.answers = [json({ data })];
    expect(await worker.ask('site.check', { host: 'shop.example.com' })).toMatchObject({ ok: true, value });
    expect(await known()).toHaveLength(data.length);
  });

  test('projects.list, asked from a private window, leaves nothing here', async () => {
    service.answers = [lists(project)];
    expect(await worker.ask('projects.list', {}, { private: true })).toMatchObject({ ok: true });
    expect(await projects()).toBe(0);
  });

  test('a question that is given up is given up at the service, too', async () => {
    const { promise, resolve: answer, reject } = Promise.withResolvers<Response>();
    const fetched = vi.fn((_url: string, { signal }: RequestInit) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      return promise;
    });
    vi.stubGlobal('fetch', fetched);
    const asked = worker.ask('websites.list', {}, { id: 'mine' });
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
    void worker.send({ cancel: 'mine' });
    answer(lists()());
    expect(await asked).toMatchObject({ ok: false, problem: { kind: 'cancelled' } });
  });

  test('what the suffix list says of hosts needs no request', async () => {
    const answer = await worker.ask('site.suffixes', { hosts: ['a.shop.co.uk', 'co.uk'] });
    expect(answer).toMatchObject({ value: [{ registrable: 'shop.co.uk' }, { publicSuffix: 'icann' }] });
    expect(service.requests).toEqual([]);
  });
});

describe('a change', () => {
  beforeEach(async () => {
    service.answers = [shows()];
    await worker.ask('websites.show', { id: '7' });
  });

  test.each<[string, object, Respond, string, object]>([
    ['the record comes back', { privacy: 1 }, shows({ privacy: 1 }), '1', { privacy: 1 }],
    ['the record comes back as it was', { privacy: 1 }, shows(), '0', { privacy: 0 }],
    ['nothing comes back', { privacy: 1 }, empty, '1', { privacy: 1 }],
    ['a password', { privacy: 2, password: 'made up' }, json({}), '2', { privacy: 2, has_password: true }],
    ['of something else', { email: 1 }, empty, '0', { email: 1 }],
  ])('%s: known and told, but not the password', async (_name, fields, answer, privacy, website) => {
    service.answers = [answer];
    expect(await worker.ask('websites.update', { id: '7', ...fields })).toMatchObject({ ok: true });
    expect(await learnt()).toEqual([`shop.example.com ${privacy}`]);
    expect((await known())[0]?.record.has_password ?? false).toBe('password' in fields);
    const account = await accountOf('account');
    expect(await told()).toMatchObject({ account, kind: 'website', website: { id: '7', ...website } });
    expect(JSON.stringify(await told())).not.toContain('made up');
  });

  test.each<[string, answer: Respond, shown: Respond, value: object | undefined, privacy: number]>([
    ['nothing, and it is made', empty, shows({ privacy: 1 }), { id: '7', privacy: 1 }, 1],
    ['nothing, and it is not made', empty, shows(), { id: '7', privacy: 0 }, 0],
    ['the old record, and it is made', shows(), shows({ privacy: 1 }), { id: '7', privacy: 1 }, 1],
    ['the old record, and it is not made', shows(), shows(), { id: '7', privacy: 0 }, 0],
    ['a list, and it is not made', lists(record), shows(), { id: '7', privacy: 0 }, 0],
    ['nothing, and nothing is shown', empty, fails(500), undefined, 1],
  ])(
    'that is answered with %s: what the record shows is told and kept',
    async (_what, answer, shown, value, privacy) => {
      service.answers = [answer, shown];
      const told = await worker.ask('websites.update', { id: '7', privacy: 1 });
      expect(told).toEqual({ ok: true, value: value && expect.objectContaining(value) });
      expect([await learnt(), service.requests.length]).toEqual([[`shop.example.com ${privacy}`], 3]);
    },
  );

  test.each<[string, input: object, answers: Respond[], code: string | undefined]>([
    ['is not answered for', {}, [fails(500)], 'maybe-changed'],
    ['was not sent, since nothing answered before', confirmed, [fails(500)], undefined],
    ['was refused', {}, [fails(429)], undefined],
  ])('that %s: whether it may have been carried out', async (_what, input, answers, code) => {
    service.answers = answers;
    const answer = await worker.ask('websites.update', { id: '7', privacy: 1, ...input });
    const { problem } = answer as { problem?: Problem };
    expect([problem?.kind !== undefined, problem?.code]).toEqual([true, code]);
  });

  const show = `GET ${website7}`;
  const change = `PATCH ${website7}`;
  test.each<[string, input: object, answers: Respond[], outcome: object, last: string]>([
    ['the one that is known', {}, [shows(), shows({ privacy: 1 })], { ok: true }, change],
    ['as it was sent', { sent: { privacy: 0 } }, [shows(), shows({ privacy: 1 })], { ok: true }, change],
    ['changed since', { sent: { privacy: 2 } }, [shows()], code('changed-since'), show],
    ['as it shall be', { sent: { privacy: 2 }, privacy: 0 }, [shows(), shows()], { ok: true }, change],
    ['another', { domain: 'b.example' }, [shows()], code('other-site'), show],
    ['not shown', {}, [fails(500)], { problem: { kind: 'server' } }, show],
    ['gone', {}, [fails(404), lists()], { problem: { kind: 'missing' } }, 'GET'],
  ])('of a record that is looked at first, and is %s', async (_what, input, answers, outcome, last) => {
    service.answers = answers;
    expect(await worker.ask('websites.update', { ...confirmed, privacy: 1, ...input })).toMatchObject(outcome);
    expect(service.requests[1]).toBe(show);
    expect(service.requests.at(-1)).toContain(last);
    expect(service.requests.filter((request) => request === change)).toHaveLength(last === change ? 1 : 0);
  });

  const maybe = { ok: false, problem: { kind: 'server', code: 'maybe-deleted' } };
  const still = { ok: false, problem: { kind: 'missing', code: 'still-there' } };
  test.each<[string, Respond[], object, number]>([
    ['deleted', [empty], { ok: true, value: { outcome: 'deleted' } }, 0],
    ['gone already', [fails(404), fails(404), lists()], { ok: true, value: { outcome: 'gone' } }, 0],
    ['refused', [fails(403)], { ok: false, problem: { kind: 'forbidden' } }, 1],
    ['refused as if it were gone', [fails(404), shows()], still, 1],
    ['answered with the record, and gone', [shows(), fails(404), lists()], { value: { outcome: 'deleted' } }, 0],
    ['answered with the record, and still there', [shows(), shows()], code('maybe-deleted'), 1],
    ['answered with the record, and refused to be shown', [shows(), fails(403)], code('maybe-deleted'), 1],
    ['answered with the record, as deleted', [json({ data: record, deleted: true })], { ok: true }, 0],
    ['perhaps deleted', [fails(500)], maybe, 1],
    ['perhaps gone already', [fails(404), fails(500)], maybe, 1],
  ])('a website %s', async (_name, answers, expected, left) => {
    service.answers = [shows(), ...answers];
    expect(await worker.ask('websites.delete', confirmed)).toMatchObject(expected);
    const sent = service.requests.indexOf(`DELETE ${website7}`);
    expect(service.requests[sent - 1]).toBe(`GET ${website7}`);
    expect(await known()).toHaveLength(left);
  });

  test.each<[Name, string, Respond, mayCome: boolean]>([
    ['websites.delete', 'done', empty, false],
    ['websites.delete', 'gone already', fails(404), false],
    ['websites.delete', 'refused', fails(403), false],
    ['websites.delete', 'whose answer is lost', fails(500), true],
    ['projects.delete', 'done', empty, false],
    ['projects.delete', 'refused', fails(403), false],
    ['projects.delete', 'whose answer is lost', fails(500), true],
  ])('%s %s: a reading of that list knows whether it may still come', async (name, _what, answer, mayCome) => {
    const { mayDelete } = await import('@/lib/jobs/openDeletions.ts');
    const isWebsite = name === 'websites.delete';
    const places = [
      [stats, 'websites'],
      [stats, 'projects'],
      [seo, 'projects'],
      [seo, 'websites'],
    ] as const;
    const now = async () => Promise.all(places.map(([url, list]) => mayDelete(url, list)));
    const meant = [isWebsite, false, !isWebsite, false];
    let during: boolean[] = [];
    const sent = async () => {
      during = await now();
      return answer();
    };
    const more = mayCome ? Array(3).fill(fails(500)) : [fails(404), lists()];
    service.answers = [...(isWebsite ? [shows()] : []), sent as never, ...more];
    await worker.ask(name, isWebsite ? confirmed : project);
    expect(during).toEqual(meant);
    expect(await now()).toEqual(mayCome ? meant : [false, false, false, false]);
  });

  const both = { exclude_params: [], exclude_ips: ['192.0.2.1'] };
  const deleted = { value: { outcome: 'deleted' } };
  const since = code('changed-since');
  test.each<[string, asked: object, change: object, expected: object]>([
    ['as it was', { still: { privacy: 0 } }, {}, deleted],
    ['with other settings', { still: { privacy: 1 } }, {}, since],
    ['with a field less', { still: { privacy: 0, ...both } }, {}, since],
    ['with as few fields as when it was created', { still: {}, sent: both }, {}, deleted],
    ['with entries in a list that was empty', { still: { privacy: 0 } }, { exclude_ips: ['10.0.0.1'] }, since],
    ['otherwise than was sent', { still: {}, sent: both }, { exclude_ips: [] }, since],
  ])('a website to be taken back that is shown %s', async (_what, asked, change, expected) => {
    service.answers = [shows(change), json({})];
    expect(await worker.ask('websites.delete', { ...confirmed, ...asked })).toMatchObject(expected);
  });

  test.each<[string, domain: string, Respond, problem: object]>([
    ['another', 'other.example', shows(), { kind: 'conflict', code: 'other-record' }],
    ['another page', 'shop.example.com/a', shows(), { code: 'other-record' }],
    ['not shown', confirmed.domain, fails(500), { kind: 'server', status: 500, code: 'unseen' }],
    ['a page', confirmed.domain, () => new Response('<html>'), { kind: 'shape', code: 'unseen' }],
    ['of another id', confirmed.domain, shows({ id: '8' }), { code: 'unseen' }],
    ['refused', confirmed.domain, fails(401), { kind: 'auth' }],
  ])('nothing is deleted that is shown to be %s (confirmed: %s)', async (_what, domain, answer, problem) => {
    service.answers = [answer];
    expect(await worker.ask('websites.delete', { id: '7', domain })).toMatchObject({ problem });
    expect(service.requests.slice(1)).toEqual([`GET ${website7}`]);
    expect(await known()).toHaveLength(1);
  });

  const gone = { value: { outcome: 'gone' } };
  test.each<[string, Respond, object, number]>([
    ['has it no more', lists(), gone, 0],
    ['has another record of its site', lists({ ...record, id: '8' }), gone, 1],
    ['is not known to be whole', listsOn(), code('unseen'), 1],
    ['cannot be read', fails(500), { problem: { kind: 'server', code: 'unseen' } }, 1],
    ['has another by this id', lists({ ...record, domain: 'b.shop.example.com' }), code('other-record'), 1],
  ])('a website that is not shown, and a list that %s', async (_what, list, expected, left) => {
    service.answers = [fails(404), list, list];
    expect(await worker.ask('websites.delete', confirmed)).toMatchObject(expected);
    expect(service.requests.join()).not.toContain('DELETE');
    expect(await known()).toHaveLength(left);
  });

  test.each<[string, string, number]>([
    ['a project', 'shop.example.com', 0],
    ['a project of another name', 'not a host', 1],
  ])('%s deleted is forgotten and told', async (_name, name, left) => {
    service.answers = [lists(project), empty];
    await worker.ask('projects.list', {});
    expect(await worker.ask('projects.delete', { project: name })).toMatchObject({ value: { outcome: 'deleted' } });
    expect(service.requests.map((request) => request.split(' ')[0]).slice(-2)).toEqual(['GET', 'DELETE']);
    expect(await projects()).toBe(left);
    expect(await told()).toMatchObject({ account: await accountOf('seoAccount'), kind: 'project-gone', project: name });
  });
});

test.each<[string, Respond, state: string]>([
  ['that is there: a job has made it', shows(), 'done'],
  ['that is gone: whether a job has made it is not known', fails(404), 'sending'],
])('a website is deleted %s', async (_what, shown, state) => {
  const [{ addJob, itemsOf }, { newJob }] = await Promise.all([jobStore(), import('@/lib/jobs/state.ts')]);
  const given = { id: 'j', kind: 'create', items: [{ key: 'shop.example.com' }], fields: {}, speed: 'fast' } as const;
  const { job, items } = newJob(given, { url: stats, account: await accountOf('account') }, 1);
  await addJob(
    { ...job, counts: { ...job.counts, waiting: 0, sending: 1 } },
    items.map((item) => ({ ...item, state: 'sending' as const, sent: 1 })),
  );
  service.answers = [shown, lists()];
  expect(await worker.ask('websites.delete', confirmed)).toMatchObject({ ok: true });
  expect((await itemsOf('j')).map((item) => item.state)).toEqual([state]);
});

test.each<[string, Respond, object, isStored: boolean]>([
  ['shows it', lists(record), { value: { id: '7', privacy: 0 } }, true],
  ['does not', lists(), { problem: { kind: 'missing' } }, false],
  ['shows another record of it', lists({ ...record, id: '8' }), { problem: { kind: 'missing' } }, false],
  ['may be longer', listsOn(), code('unseen'), true],
  ['is not there', fails(404), code('wrong-address'), true],
])('a website not shown by itself is looked for in the list, which %s', async (_what, list, expected, isStored) => {
  await worker.putWebsites(await accountOf('account'), [{ id: '7', domain: 'x.example' }]);
  service.answers = [fails(404), list, list];
  const answer = await worker.ask('websites.show', confirmed);
  expect(answer).toMatchObject(expected);
  if ('kind' in Object(Object(expected).problem)) expect(Object(answer).problem).not.toHaveProperty('code');
  // What is proved to be gone is in no list any more.
  expect((await known()).some(({ slot }) => slot === '7')).toBe(isStored);
});

test.each<[answer: number, string, Respond, object, number]>([
  [404, 'says that it is gone', lists(), { value: { outcome: 'gone' } }, 0],
  [404, 'is not there', fails(404), { problem: { kind: 'missing', code: 'wrong-address' } }, 1],
  [404, 'does not answer', fails(500), { problem: { kind: 'server', code: 'maybe-deleted' } }, 1],
  [404, 'shows it', lists(project), code('still-there'), 1],
  [404, 'ignores the search and shows all it has', lists(...twelve), { value: { outcome: 'gone' } }, 12],
  [404, 'has more', listsOn({ project: 'x' }), { problem: { kind: 'missing', code: 'maybe-deleted' } }, 2],
  [404, 'has one that cannot be read', lists({ project: 'x' }, {}), code('maybe-deleted'), 2],
  [404, 'has one without a name', lists({ project: 'x' }, { id: 5 }), code('maybe-deleted'), 2],
  [500, 'shows it no more', lists(), { value: { outcome: 'deleted' } }, 0],
  [500, 'shows it', lists(project), code('maybe-deleted'), 1],
])('the deletion of a project is answered with %i, and the list %s', async (answer, _what, list, expected, left) => {
  service.answers = [lists(project), fails(answer), ...Array(5).fill(list)];
  await worker.ask('projects.list', {});
  expect(await worker.ask('projects.delete', project)).toMatchObject(expected);
  expect(await projects()).toBe(left);
  expect(service.requests.filter((request) => request.startsWith('DELETE'))).toHaveLength(1);
});

test('reading the list that was stopped stays so, whatever the page that was on its way says', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (url: string) => {
    if (url.includes('/websites')) service.requests.push(url);
    return promise;
  });
  await worker.ask('records.refresh', {});
  await vi.waitFor(() => expect(service.requests).toHaveLength(1));
  await worker.ask('records.stop', {});
  answer(listsOn(record)());
  await vi.waitFor(async () => expect(await known()).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(Object.values(await worker.get(refreshesNow))).toMatchObject([
    { state: 'stopped' },
    { state: 'stopped', list: 'projects' },
  ]);
  expect(service.requests).toHaveLength(1);
});

const job = { id: 'j', kind: 'delete', items: [{ key: 'shop.example.com', id: '7' }], fields: {}, speed: 'fast' };
test.each<[Name, unknown]>([
  ['websites.list', {}],
  ['websites.show', { id: '7' }],
  ['websites.create', { domain: 'new.example.com' }],
  ['websites.update', { id: '7', privacy: 0 }],
  ['websites.delete', confirmed],
  ['projects.list', {}],
  ['projects.delete', project],
  ['site.check', { host: 'shop.example.com' }],
  ['jobs.start', job],
])('%s of another service is refused, and nothing is asked or sent', async (name, input) => {
  const problem = { kind: 'setup', code: 'other-service' };
  expect(await worker.ask(name, input, { account: 'https://other.example.net' })).toEqual({ ok: false, problem });
  expect(service.requests).toEqual([]);
  expect(await worker.storedCount('websites', await accountOf('account'))).toBe(0);
});

test.each<[Name, unknown]>([
  ['audits.looked', { id: 'j', at: 0, look: { state: 'missing', trackers: [] } }],
  ['audits.repeat', { on: false }],
  ['jobs.start', { ...job, kind: 'audit' }],
])('%s is refused in a private window', async (name, input) => {
  const problem = { kind: 'rejected', code: 'private' };
  expect(await worker.ask(name, input, { private: true })).toEqual({ ok: false, problem });
});

describe('writes of one record take turns', () => {
  /** Holds back the answer to each write until it is let go. */
  const held: (() => void)[] = [];
  const hold = () => {
    held.length = 0;
    vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
      // A list may be read by itself.
      if (url.startsWith(website7.slice(0, -1)))
        service.requests.push([method, url.slice(website7.length - 1), body ?? ''].join(' ').trim());
      if (method !== 'GET') await new Promise<void>((resolve) => held.push(resolve));
      return method === 'GET' ? Response.json({ data: record }) : new Response(null, { status: 204 });
    });
  };
  const letGo = async () => {
    await vi.waitFor(() => expect(held).not.toEqual([]));
    held.shift()?.();
  };
  const writes = () => service.requests.filter((request) => !request.startsWith('GET'));
  const update = (fields: object, id = '7') => worker.ask('websites.update', { id, ...fields });
  beforeEach(hold);
  /** An update that is with the service, which has not answered yet. */
  const sent = async () => {
    const all = [update({ privacy: 1 })];
    await vi.waitFor(() => expect(held).toHaveLength(1));
    return all;
  };

  test('of choices that wait only the last is sent, and the other is told what the record shows by then', async () => {
    const all = await sent();
    all.push(update({ privacy: 2, password: 'made up' }), update({ privacy: 0 }));
    await letGo();
    await letGo();
    const other = { ok: true, value: { id: '7', privacy: 0 } };
    expect(await Promise.all(all)).toMatchObject([{ ok: true }, other, { ok: true }]);
    expect(writes()).toEqual(['PATCH 7 privacy=1', 'PATCH 7 privacy=0']);
  });

  test('what the record shows after a change is told before the next change is', async () => {
    const held: (() => void)[] = [];
    const now = { ...record };
    vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body }: RequestInit) => {
      if (method !== 'GET') {
        now.privacy = Number(new URLSearchParams(`${body}`).get('privacy'));
        return new Response(null, { status: 204 });
      }
      const shown = { data: { ...now } };
      await new Promise<void>((resolve) => held.push(resolve));
      return Response.json(shown);
    });
    const told: unknown[] = [];
    const tell = (answer: { ok: boolean; value?: { privacy: number } }) => told.push(answer.value?.privacy);
    const first = update({ privacy: 1 }).then(tell as never);
    await vi.waitFor(() => expect(held).toHaveLength(1));
    const second = update({ privacy: 2, password: 'made up' }).then(tell as never);
    // The latest request is answered first.
    const letGo = setInterval(() => held.pop()?.(), 20);
    await Promise.all([first, second]);
    clearInterval(letGo);
    expect(told).toEqual([1, 2]);
  });

  test('one that was not sent is not told the error of the one that took its place', async () => {
    const all = await sent();
    all.push(update({ privacy: 0 }), update({ privacy: 0, exclude_ips: ['no address'] }));
    vi.stubGlobal('fetch', async () => Response.json({ errors: { exclude_ips: ['no address'] } }, { status: 422 }));
    await letGo();
    const [, first, second] = await Promise.all(all);
    expect(first).toEqual({ ok: false, problem: { kind: 'cancelled' } });
    expect(second).toMatchObject({ ok: false, problem: { kind: 'rejected', fields: { exclude_ips: ['no address'] } } });
  });

  test.each([
    ['one of something else', { email: 1 }, 'email=1', 0],
    ['one that leaves the password as it is', { privacy: 2, password: 'made' }, 'privacy=2&password=made', 2],
  ])('a change is not dropped for %s', async (_what, fields, body, privacy) => {
    const all = await sent();
    all.push(update(fields), update({ privacy }));
    for (const _ of all) await letGo();
    await Promise.all(all);
    expect(writes()).toEqual(['PATCH 7 privacy=1', `PATCH 7 ${body}`, `PATCH 7 privacy=${privacy}`]);
  });

  test('a delete waits for the change before it; another record waits for nobody', async () => {
    const all = await sent();
    all.push(worker.ask('websites.delete', confirmed), update({ privacy: 1 }, '8'));
    await vi.waitFor(() => expect(held).toHaveLength(2));
    expect(service.requests).toEqual(['PATCH 7 privacy=1', 'PATCH 8 privacy=1']);
    for (const _ of all) await letGo();
    await Promise.all(all);
    expect(writes().slice(2)).toEqual(['DELETE 7']);
    expect(service.requests.slice(2, service.requests.indexOf('DELETE 7'))).toContain('GET 7');
  });
});
