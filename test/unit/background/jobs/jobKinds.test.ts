import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { kinds, verifyItem } from '@/lib/background/jobs/jobKinds.ts';
import { records } from '@/lib/background/records/records.ts';
import type { RegisterOptions } from '@/lib/background/websites/register.ts';
import { openCreates } from '@/lib/jobs/openCreates.ts';
import { claimItem, newJob, sentItem } from '@/lib/jobs/state.ts';
import { itemsOf } from '@/lib/jobs/store.ts';
import type { Item, Job, JobFields, JobKind, Noted } from '@/lib/jobs/types.ts';
import { overrideUpdates } from '@/lib/jobs/wishes.ts';
import { addJob, everyJob, forgetJob } from '@/lib/jobs/write.ts';
import { moveList } from '@/lib/records/write.ts';
import { ApiError, type Problem, type Website } from '@/lib/services/index.ts';
import type { Kind } from '@/lib/services/traits.ts';
import { connections, set } from '@/lib/storage/settings.ts';
import { leaveChange, leaveCreate } from '../../jobs/left.ts';
import { clearRecords, putWebsites } from '../../records/seed.ts';

const base = 'https://stats.example.net';

const empty = {
  /** The record that the service shows; undefined: it has none of this id. */
  record: undefined as Website | undefined,
  /** What it answers to an update, if that is not the record with the update. */
  answer: undefined as { website: Website | undefined } | undefined,
  kind: 'analyticsV1' as Kind,
  /** The connection is removed while its service is asked. */
  isRemovedMeanwhile: false,
  isGone: false,
  /** What the list answers: it shows no record, and not that these are all; or nothing is at its address. */
  isListMissing: false,
  /** What a look-up of a host finds. */
  listed: [] as Website[],
  /** The updates that it was sent. */
  updates: [] as object[],
  /** How often a record was looked at. */
  looks: 0,
  /** The service fails so. */
  failure: undefined as Problem | undefined,
  /** Whether a create whose answer was lost may be sent again. */
  mayRepeat: false,
  /** What was registered, how, and how it ends. */
  registered: [] as object[],
  options: {},
  outcome: 'created',
  /** The record comes from an earlier create of another job or press. */
  isOthers: false,
};
const world = structuredClone(empty);
const answered = (record: Website, input: object) => (world.answer ? world.answer.website : { ...record, ...input });
async function reply(name: string, input: object) {
  if (name === 'websites.update') world.updates.push(input);
  if (name === 'websites.show') world.looks++;
  world.isGone = world.isRemovedMeanwhile;
  if (name === 'websites.find') {
    if (world.isListMissing) throw new ApiError({ kind: 'missing', code: 'wrong-address' });
    return { items: world.listed, complete: false, why: 'too-many' };
  }
  if (world.failure) throw new ApiError(world.failure);
  if (!world.record) throw new ApiError({ kind: 'missing' });
  return name === 'websites.update' ? answered(world.record, input) : world.record;
}
vi.mock('@/lib/background/request.ts', () => ({
  isConnected: async () => true,
  serviceOf: async () => {
    if (world.isGone) throw new ApiError({ kind: 'setup', code: 'other-service' });
    return { kind: world.kind, url: base };
  },
  request: reply,
  prepareCall: async (name: string) => (input: object) => reply(name, input),
}));

vi.mock('@/lib/background/websites/register.ts', () => ({
  mayCreateAgain: async () => world.mayRepeat,
  noteId: async () => {},
  register: async (input: object, _context: object, { begin, item, ...given }: RegisterOptions) => {
    expect(await begin({ open: ['', ''], create: { at: 1 } })).toBe(true);
    expect(item).toMatchObject({ job: 'j', at: 0 });
    world.registered.push(input);
    world.options = given;
    const website = world.answer ? world.answer.website : world.record;
    return { outcome: world.outcome, website, ...(world.isOthers ? { isOthers: true } : {}) };
  },
}));

vi.mock('@/lib/background/audit/lookAtSite.ts', () => ({
  lookAtSite: async () => ({ state: 'missing', trackers: [] }),
}));

beforeEach(async () => {
  for (const { id } of await everyJob()) await forgetJob(id);
  Object.assign(world, structuredClone(empty));
  // It was read just now, as which it is shown.
  await clearRecords();
  await putWebsites(base, [{ id: '7', domain: key }]);
});

const key = 'a.example';
function jobOf(kind: JobKind, change: Partial<Job>, more: Partial<Item> = {}): [Job, Item] {
  const start = { id: 'j', kind, items: [{ key, id: '7' }], fields: {}, speed: 'fast' } as const;
  const { job, items } = newJob(start as never, { url: base, account: base }, 1);
  return [
    { ...job, ...change },
    { ...(items[0] as Item), job: 'j', ...more },
  ];
}
/** The same as it is once a runner has claimed it. */
async function claimed(kind: JobKind, change: Partial<Job>, more: Partial<Item> = {}): Promise<[Job, Item]> {
  const step = claimItem(...jobOf(kind, change, more), 5);
  await forgetJob('j');
  await addJob(step.job, [step.item]);
  return [step.job, step.item];
}
/** What comes of sending it. Of a press nothing is stored by then. */
async function sent(kind: JobKind, change: Partial<Job>, more?: Partial<Item>) {
  const [job, item] = await claimed(kind, change, more);
  if (job.press) await forgetJob('j');
  return kinds[kind].send(job, item);
}
const site = (more: Partial<Website> = {}): Website => ({ id: '7', domain: key, ...more });
const confirmed = { outcome: 'confirmed' };

describe('what became of a change whose answer was lost', () => {
  const one: JobFields = { privacy: 0 };
  const both: JobFields = { privacy: 0, email: 1 };
  const once = { before: { privacy: 1 } } as const;
  const again = { mayRepeat: true };
  const never = { mayRepeat: false };
  const found = { ...confirmed, website: site({ privacy: 0 }) };
  test.each<[string, fields: JobFields, Partial<Item>, Website | undefined, end: object]>([
    ['the record shows it', one, {}, site({ privacy: 0 }), found],
    ['it shows something else', one, {}, site({ privacy: 1 }), never],
    ['it shows what it had before', one, once, site({ privacy: 1 }), again],
    ['it shows neither what it had before nor what was sent', one, once, site({ privacy: 2 }), never],
    ['it shows no value', one, once, site(), never],
    ['it shows a part of it', both, {}, site({ privacy: 0 }), never],
    ['it shows a part, and one of before', both, { before: { email: 0 } }, site({ privacy: 0, email: 0 }), again],
    ['a person has set the rest since', both, { overridden: ['email'] }, site({ privacy: 0 }), found],
    ['its id serves another site now', one, once, site({ domain: 'b.example', privacy: 1 }), never],
    ['there is no record', one, {}, undefined, never],
  ])('%s', async (_what, fields, item, shown, end) => {
    world.record = shown;
    expect(await verifyItem(...jobOf('update', { fields }, item))).toMatchObject(end);
    // Who pressed was told that it may not have been saved.
    const ofPress = end === again ? never : end;
    expect(await verifyItem(...jobOf('update', { fields, press: true }, item))).toMatchObject(ofPress);
  });

  test('with a password, which cannot be read back', async () => {
    world.record = site({ privacy: 2, has_password: true });
    const change = { fields: { privacy: 2 }, password: 'common' } as const;
    expect(await verifyItem(...jobOf('update', change))).toMatchObject(again);
  });
});

describe('what became of a delete whose answer was lost', () => {
  const never = { mayRepeat: false };
  const rebound: Partial<Job> = { rebound: true };
  const other = site({ domain: 'b.example' });
  test.each<[string, Website | undefined, Partial<Job>, object | undefined]>([
    ['there is no record', undefined, {}, confirmed],
    ['the record is still there', site(), {}, never],
    ['in capital letters it is the same', site({ domain: key.toUpperCase() }), {}, never],
    ['its id serves another site now', other, {}, confirmed],
    ['another account has no such record', undefined, rebound, never],
    ['another account’s id serves another site', other, rebound, never],
  ])('%s', async (_what, shown, change, end) => {
    world.record = shown;
    expect(await verifyItem(...jobOf('delete', change))).toEqual(end);
  });
});

test('a delete whose answer was lost is not told as done by a proxy that finds no service', async () => {
  world.record = undefined;
  world.isListMissing = true;
  const looked = verifyItem(...jobOf('delete', {}));
  await expect(looked).rejects.toMatchObject({ problem: { kind: 'missing', code: 'wrong-address' } });
});

test.each<[Kind, boolean]>([
  ['analyticsV1', true],
  ['umami', false],
  ['matomo', false],
])('a password that was made for a record at %s is told of: %j', async (its, isTold) => {
  world.kind = its;
  world.record = site({ privacy: 1 });
  const secret = isTold ? { secret: true } : {};
  expect(await sent('update', { password: 'each' })).toEqual({ outcome: 'updated', website: world.record, ...secret });
});

test.each<[string, Partial<Job>, own: JobFields, registered: object]>([
  ['over the job’s', { fields: { email: 1, exclude_bots: 1 } }, { email: 0 }, { email: 0, exclude_bots: 1 }],
  ['a privacy without a password', { fields: { privacy: 2 }, password: 'each' }, { privacy: 0 }, { privacy: 0 }],
])('the own settings of a site to create: %s', async (_what, change, fields, registered) => {
  expect(await sent('create', change, { fields })).toEqual({ outcome: 'created' });
  expect(world.registered).toEqual([{ domain: key, ...registered }]);
});

test('a write that was done is told as done, also where its connection is gone by then', async () => {
  world.isRemovedMeanwhile = true;
  world.record = site({ privacy: 1 });
  const done = { outcome: 'updated', website: world.record, secret: true };
  expect(await sent('update', { password: 'each' })).toEqual(done);
});

describe('what became of a create whose answer was lost', () => {
  const found = site({ privacy: 1 });
  type Given = { listed?: Website[]; change?: Partial<Job>; safe?: true; more?: Partial<Item> };
  const ofOthers: Given = { listed: [found], change: { password: 'each' }, more: { awaits: true } };
  const confirmedAs = { ...confirmed, website: found };
  const secret = { ...confirmedAs, secret: true };
  const already = { outcome: 'already', website: found };
  const publicly = (more: Partial<Item>): Given => ({
    listed: [site({ privacy: 0 })],
    change: { fields: { privacy: 1 } },
    more,
  });
  const confirmedPublicly = { ...confirmed, website: site({ privacy: 0 }) };
  test.each<[string, Given, end: object, pending: number]>([
    ['the service has it', { listed: [found] }, confirmedAs, 0],
    ['it has a password that was made for it', { listed: [found], change: { password: 'each' } }, secret, 0],
    ['another account’s service has it', { listed: [found], change: { rebound: true } }, already, 0],
    ['it has what another create made, for which it waited', ofOthers, already, 0],
    ['it is public, and was to be private', publicly({}), { outcome: 'already', website: site({ privacy: 0 }) }, 0],
    ['it is public under the id that we chose', publicly({ create: { at: 1, id: '7' } }), confirmedPublicly, 0],
    ['it was not sent, so nothing is asked', { more: { unsent: true }, safe: true }, { mayRepeat: false }, 1],
    ['it may still come', {}, { mayRepeat: false }, 1],
    ['it may still come, and only once', { safe: true }, { mayRepeat: true }, 1],
  ])('%s', async (_what, { listed: there = [], change = {}, safe = false, more }, end, pending) => {
    world.listed = there;
    const [job, { id: _, ...item }] = jobOf('create', change, more);
    world.mayRepeat = safe;
    await leaveCreate(base, key, { isLost: true });
    expect(await verifyItem(job, item)).toEqual(end);
    expect(await openCreates()).toHaveLength(pending);
    const { lastChange } = await fakeBrowser.storage.session.get('lastChange');
    expect(lastChange).toEqual(
      there.length ? { version: 1, value: expect.objectContaining({ website: there[0] }) } : undefined,
    );
  });
});

describe('what is told of a write', () => {
  const lost: Problem = { kind: 'network' };
  const other = site({ domain: 'b.example' });
  const rebound: Partial<Job> = { rebound: true };
  type Told = Partial<Problem>;
  test.each<[string, JobKind, Partial<Job>, Problem | undefined, Website | undefined, Told]>([
    ['whose answer was lost', 'update', {}, lost, site(), { ...lost, code: 'unconfirmed' }],
    ['that was refused', 'update', {}, { kind: 'forbidden' }, site(), { kind: 'forbidden' }],
    ['of a record that cannot be seen', 'delete', {}, undefined, undefined, { kind: 'missing', code: 'unseen' }],
    ['with another key', 'update', rebound, undefined, other, { kind: 'conflict', code: 'other-site' }],
  ])('%s', async (_what, does, change, problem, shown, told) => {
    Object.assign(world, { failure: problem, record: shown });
    await expect(sent(does, change)).rejects.toMatchObject({ problem: told });
  });

  test('a look-up that fails does not call the record gone', async () => {
    world.failure = lost;
    await expect(verifyItem(...jobOf('update', {}))).rejects.toMatchObject({ problem: lost });
  });

  test('a site that was there already has no password of this job', async () => {
    world.outcome = 'already';
    expect(await sent('create', { password: 'each' }, { despiteUnknown: true })).toEqual({ outcome: 'already' });
    expect(world.options).toEqual({ despiteUnknown: true });
  });
});

test.each<[string, Partial<Job>, outcome: string]>([
  ['a job', {}, 'already'],
  ['a job that makes passwords', { password: 'each' }, 'already'],
  ['a press', { press: true, fields: { privacy: 0 } }, 'confirmed'],
  ['a press with another privacy', { press: true, fields: { privacy: 1 } }, 'already'],
  ['a press with a password', { press: true, password: 'common' }, 'already'],
])(
  'what another job or press has created is told as there already, unless it is what a press wants: %s',
  async (_what, change, outcome) => {
    Object.assign(world, { outcome: 'confirmed', isOthers: true, record: site({ privacy: 0 }) });
    expect(await sent('create', change)).toMatchObject({ outcome });
  },
);

test.each<[string, Partial<Item>, outcome: string]>([
  ['has another privacy: there already', {}, 'already'],
  ['has another privacy, and the id that we chose for it', { create: { at: 1, id: '7' } }, 'confirmed'],
])('a site that is found before a create is sent again %s', async (_what, more, outcome) => {
  Object.assign(world, { outcome: 'confirmed', record: site({ privacy: 0 }) });
  expect(await sent('create', { fields: { privacy: 1 } }, more)).toMatchObject({ outcome });
});

describe('whose the id of an update is', () => {
  const hour = 3_600_000;
  const put = (website: Website, age = 0) => putWebsites(base, [website], Date.now() - age);
  const bySite: [string, store: () => Promise<void>, looks: number][] = [
    ['was read just now', () => put(site()), 0],
    ['was read almost an hour ago', () => put(site(), hour - 60_000), 0],
    ['was read an hour ago', () => put(site(), hour), 1],
    ['is another website’s, as was read just now', () => put(site({ domain: 'b.example' })), 1],
    ['is not known', clearRecords, 1],
    ['was missed by a later reading', () => missed(), 1],
    ['was read with another key', () => moved(), 1],
    ['may have been changed through another connection', () => twice(), 1],
    ['may yet be changed by a request whose answer was lost', () => open(), 1],
  ];
  async function twice() {
    await put(site());
    await set(connections, { list: ['a', 'b'].map((id) => ({ id, analyticsUrl: base, account: id })) });
  }
  async function open() {
    await put(site());
    await leaveChange('delete', base, { key, id: '7' }, { url: base });
  }
  async function missed() {
    await clearRecords();
    await put(site());
    const facts = { account: base, list: 'websites', pass: 1, ended: 1, why: 'changed' } as const;
    await records.change(async (store) => store.putFacts(facts));
  }
  async function moved() {
    await clearRecords();
    await putWebsites('before', [site()]);
    await moveList(records, 'websites', 'before', base, Date.now());
  }
  const cases = bySite.flatMap(([what, store, looks]): [string, JobFields, typeof store, number][] => [
    [what, { email: 0 }, store, looks],
    [what, { privacy: 0 }, store, 1],
  ]);
  test.each(cases)('%s, and %j is to be set: is it looked at first?', async (_what, fields, store, looks) => {
    await store();
    world.record = site();
    await sent('update', { fields });
    expect([world.looks, world.updates]).toEqual([looks, [{ id: '7', ...fields }]]);
    if (!looks) return;
    await store();
    world.record = site({ domain: 'b.example' });
    await expect(sent('update', { fields })).rejects.toMatchObject({
      problem: { kind: 'conflict', code: 'other-site' },
    });
    expect(world.updates).toHaveLength(1);
  });
});

describe('a change that the service accepts', () => {
  const before = site({ privacy: 0 });
  const after = site({ privacy: 1 });
  const failed: Problem = { kind: 'rejected', code: 'unapplied' };
  test.each<[string, Partial<Job>, answer: Website | undefined, shown: Website, Problem | undefined]>([
    ['and answers with', {}, after, after, undefined],
    ['without a record', {}, undefined, after, undefined],
    ['without a record, but does not make', {}, undefined, before, failed],
    ['without the value', {}, site(), before, undefined],
    ['but does not make is told as failed', {}, before, before, failed],
    ['and only shows later', {}, before, after, undefined],
    ['but does not make, by hand, is told by the page', { press: true }, before, before, undefined],
  ])('%s', async (_what, change, answer, shown, problem) => {
    Object.assign(world, { answer: { website: answer }, record: shown });
    const update = sent('update', { fields: { privacy: 1 }, ...change });
    if (problem) await expect(update).rejects.toMatchObject({ problem });
    else expect(await update).toMatchObject({ outcome: 'updated' });
  });
});

test.each<[string, Partial<Job>, made: Website, shown: Website, Kind, isTold: boolean]>([
  ['has', {}, site({ privacy: 1 }), site({ privacy: 1 }), 'analyticsV1', false],
  ['does not name', {}, site(), site({ privacy: 0 }), 'analyticsV1', false],
  ['shows only later', {}, site({ privacy: 0 }), site({ privacy: 1 }), 'analyticsV1', false],
  ['has not', {}, site({ privacy: 0 }), site({ privacy: 0 }), 'analyticsV1', true],
  ['has not, by hand', { press: true }, site({ privacy: 0 }), site({ privacy: 0 }), 'analyticsV1', false],
  ['has as its kind can', { fields: { privacy: 2 } }, site({ privacy: 1 }), site({ privacy: 1 }), 'umami', false],
])('a new website that %s the privacy that a job wants for it', async (_what, change, made, shown, kind, isTold) => {
  Object.assign(world, { answer: { website: made }, record: shown, kind });
  const create = sent('create', { fields: { privacy: 1 }, ...change });
  if (isTold) await expect(create).rejects.toMatchObject({ problem: { kind: 'rejected', code: 'unapplied' } });
  else expect(await create).toMatchObject({ outcome: 'created' });
});

describe('a change that is undone', () => {
  const undoing: Partial<Job> = { undoes: { privacy: 1 } };
  const item: Partial<Item> = { fields: { privacy: 0 }, before: { privacy: 1 } };
  test.each<[string, now: Website, updates: object[], outcome: string]>([
    ['is undone where its record still has it', site({ privacy: 1 }), [{ id: '7', privacy: 0 }], 'updated'],
    ['is left alone where it has something else by now', site({ privacy: 2 }), [], 'changed-since'],
  ])('%s: its record is looked at, however lately it was read', async (_what, now, updates, outcome) => {
    world.record = now;
    await putWebsites(base, [site({ privacy: 1 })]);
    const done = await sent('update', undoing, item);
    expect([world.looks, world.updates, done.outcome]).toEqual([1, updates, outcome]);
  });

  test('after a lost answer it is sent again only over what it undoes', async () => {
    world.record = site({ privacy: 1 });
    expect(await verifyItem(...jobOf('update', undoing, item))).toMatchObject({ mayRepeat: true });
    world.record = site({ privacy: 2 });
    expect(await verifyItem(...jobOf('update', undoing, item))).toMatchObject({ mayRepeat: false });
    world.record = site({ privacy: 0 });
    expect(await verifyItem(...jobOf('update', undoing, item))).toMatchObject(confirmed);
  });

  const hour = 3_600_000;
  test.each<[string, age: number, known: Partial<Website>, set: JobFields, before: object, looks: number]>([
    ['was read within the hour', 60_000, { email: 1 }, { email: 0 }, { email: 1 }, 0],
    ['was read longer ago, so it is looked at', 2 * hour, { email: 1 }, { email: 0 }, { email: 0 }, 1],
    ['is to be published, so it is looked at', 60_000, { privacy: 2 }, { privacy: 0 }, { privacy: 1 }, 1],
    ['is not public, and is not to be', 60_000, { privacy: 1 }, { privacy: 2 }, { privacy: 1 }, 0],
    ['was public, so it is looked at', 60_000, { privacy: 0 }, { privacy: 2 }, { privacy: 1 }, 1],
  ])('what its record had is noted from the store, where that %s', async (_what, age, known, set, before, looks) => {
    world.record = site({ privacy: 1, email: 0 });
    await putWebsites(base, [site(known)], Date.now() - age);
    await sent('update', { fields: set });
    const [stored] = await itemsOf('j');
    expect([world.looks, stored?.before]).toEqual([looks, before]);
  });
});

describe('what is stored right before the request', () => {
  const stored = async () => (await itemsOf('j'))[0];
  const open = { open: ['', ''] as [string, string], create: { at: 1 } };
  const pressOf = (serviceUrl: string, started: number): Job =>
    jobOf('update', { id: 'press', press: true, serviceUrl, started })[0];
  test.each<JobKind>(['create', 'update', 'delete'])('%s: that it is sent', async (does) => {
    world.record = site();
    const [job, item] = await claimed(does, {}, does === 'create' ? { resend: true } : {});
    expect(await stored()).toMatchObject({ unsent: true });
    await kinds[job.kind].send(job, item);
    const record: Noted = { open: ['record', base, '7'], ...(does === 'update' ? { before: {}, seen: {} } : {}) };
    expect(await stored()).toEqual(sentItem(item, does === 'create' ? open : record));
  });

  test('an update by hand that is stored already is not sent once more, and not called saved', async () => {
    world.record = site();
    const given = await claimed('update', { press: true, fields: { privacy: 0 } });
    await expect(kinds.update.send(...given)).rejects.toMatchObject({ problem: { kind: 'cancelled' } });
    expect(world.updates).toEqual([]);
  });

  test('an update whose fields a person has set since is not sent; of one whose rest is left, the rest is', async () => {
    world.record = site();
    const fields = { privacy: 0, email: 1 } as const;
    const [job, item] = await claimed('update', { fields });
    await overrideUpdates(pressOf(base, 10), '7', { privacy: 1 });
    await kinds[job.kind].send(job, item);
    expect(world.updates).toEqual([{ id: '7', email: 1 }]);
  });

  test.each<[string, url: string, pressed: number, count: number]>([
    ['of this record', base, 10, 0],
    ['of the same id at another service', 'https://other.example', 10, 1],
    ['before the job began', base, 0, 1],
  ])('all of its fields were set by hand, %s: %s %i sent %i', async (_what, url, pressed, count) => {
    world.record = site();
    const [job, item] = await claimed('update', { fields: { privacy: 0 } });
    await overrideUpdates(pressOf(url, pressed), '7', { privacy: 1 });
    await kinds[job.kind].send(job, item);
    expect([world.updates.length, (await stored())?.outcome]).toEqual([count, count ? undefined : 'overridden']);
  });
});
