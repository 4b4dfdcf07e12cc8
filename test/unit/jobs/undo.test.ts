import { describe, expect, test } from 'vitest';
import { retried } from '@/lib/jobs/again.ts';
import { itemSettled, newJob } from '@/lib/jobs/state.ts';
import type { Item, Job, JobFields, Undo } from '@/lib/jobs/types.ts';
import {
  countUndo,
  isAsMade,
  isUndoable,
  itemWanted,
  noteMade,
  notUndoable,
  seenBefore,
  undoItems,
} from '@/lib/jobs/undo.ts';
import { undoAtFirst, undoEndedBy } from '@/lib/jobs/undoOffer.ts';
import type { Website } from '@/lib/services/index.ts';
import { base } from './made.ts';

const key = 'a.example';
const site = (more: Partial<Website> = {}): Website => ({ id: '7', domain: key, ...more });
const noUndo: Undo = { items: 0, links: 0, left: 0 };

function jobOf(change: Partial<Job>, more: Partial<Item> = {}): [Job, Item] {
  const kind = change.kind ?? 'update';
  const one = { key, ...(kind === 'create' ? {} : { id: '7' }) };
  const start = { id: 'j', kind, items: [one], fields: {}, speed: 'fast' } as const;
  const { job, items } = newJob(start, { url: base, account: base }, 1);
  return [
    { ...job, undo: noUndo, ...change },
    { ...(items[0] as Item), ...more },
  ];
}

const toPrivate: Partial<Job> = { fields: { privacy: 1 } };
const toPassword: Partial<Job> = { fields: { privacy: 2 }, password: 'each' };
const back = (fields: JobFields, before: JobFields) => ({ fields, before });
/** What is counted, and how the item is undone, if it can be. */
const counted = (links: number, fields: JobFields, before: JobFields) => [
  { items: 1, links, left: 0 },
  back(fields, before),
];
const left = [{ ...noUndo, left: 1 }, undefined];
const nothing = [noUndo, undefined];

describe('what a change that succeeded is undone with', () => {
  const [open, closed] = [{ privacy: 0 }, { privacy: 1 }] as const;
  const seen: Partial<Item> = { seen: {} };
  const link: Partial<Item> = { seen: { link: true } };
  const password: Partial<Item> = { seen: { password: true } };
  const opened = counted(0, open, closed);
  const two: Partial<Job> = { fields: { privacy: 1, email: 0 } };
  const rows: [string, Partial<Job>, before: JobFields, Partial<Item>, expected: unknown[]][] = [
    ['what it had', toPrivate, open, seen, opened],
    ['its link stays dead', toPrivate, open, link, counted(1, open, closed)],
    ['a flag ends no link', { fields: { email: 0 } }, { email: 1 }, link, counted(0, { email: 1 }, { email: 0 })],
    ['it had that already', toPrivate, closed, seen, nothing],
    ['a password that the service keeps', toPrivate, { privacy: 2 }, password, counted(0, { privacy: 2 }, closed)],
    ['a password that it does not keep', toPrivate, { privacy: 2 }, seen, left],
    ['to a password', toPassword, open, seen, counted(0, open, { privacy: 2 })],
    ['another password', toPassword, { privacy: 2 }, password, left],
    ['not reported before', toPrivate, {}, seen, left],
    ['shown by a page, but not looked up', toPrivate, open, {}, left],
    ['a person has set it since', toPrivate, open, { ...seen, outcome: 'overridden' }, nothing],
    ['a person has set a part of it', two, { ...open, email: 1 }, { ...seen, overridden: ['email'] }, opened],
    ['found after its answer was lost', toPrivate, open, { ...seen, outcome: 'confirmed' }, opened],
    ['its undo has ended', { ...toPrivate, undo: undefined }, open, seen, [undefined, back(open, closed)]],
  ];
  test.each(rows)('%s', (_what, change, before, { outcome = 'updated', ...more }, [undo, undone]) => {
    const step = countUndo(itemSettled(...jobOf(change, { before, ...more }), { outcome }, 9));
    expect(step.job.undo).toEqual(undo);
    expect(undoItems(step.job, [step.item])).toEqual(undone ? [{ key, id: '7', ...undone }] : []);
  });
});

describe('what was added is deleted again', () => {
  const sent: Partial<Item> = { create: { at: 1 } };
  const own: Partial<Item> = { create: { at: 1, id: 'own' } };
  const ours = [{ items: 1, links: 0, left: 0 }, 1];
  const unsure = [{ ...noUndo, left: 1 }, 0];
  type Outcome = 'created' | 'already' | 'confirmed' | 'found';
  test.each<[string, Outcome, Website | undefined, Partial<Item>, expected: unknown[]]>([
    ['the service has said that it made it', 'created', site(), sent, ours],
    ['the answer to another’s create', 'created', site(), {}, unsure],
    ['the same, after one of its own was lost', 'created', site(), { ...own, unsent: true }, unsure],
    ['another press or job wants it, too', 'created', site(), { ...sent, wanted: true }, unsure],
    ['the answer named none, and it was looked up', 'found', site(), sent, unsure],
    ['it was there already', 'already', site(), {}, [noUndo, 0]],
    ['found after its answer was lost, so it may be anybody’s', 'confirmed', site(), sent, unsure],
    ['found under the id that we chose', 'confirmed', site({ id: 'own' }), own, ours],
    ['found under another id', 'confirmed', site(), own, unsure],
    ['the service has not said which it is', 'created', undefined, sent, unsure],
    ['no id names it', 'created', site({ locked: 'shared-id' as never }), sent, unsure],
  ])('%s', (_what, how, website, more, [undo, count]) => {
    const outcome = how === 'found' ? 'created' : how;
    const [job, item] = jobOf({ kind: 'create', fields: { privacy: 1 } }, more);
    const reported = website && { ...website, privacy: 1 as const };
    const noted = noteMade(job, item, { outcome }, reported, how === 'found');
    const step = countUndo(itemSettled(job, noted, { outcome }, 9));
    expect(step.job.undo).toEqual(undo);
    expect(undoItems(step.job, [step.item])).toEqual(count ? [{ key, id: website?.id, before: { privacy: 1 } }] : []);
  });

  test('what the service has registered without www. is undone under the name that it has there', () => {
    const ended = { outcome: 'created' } as const;
    const [job, item] = jobOf({ kind: 'create', fields: { privacy: 1 } }, { ...sent, key: `www.${key}` });
    const step = itemSettled(job, noteMade(job, item, ended, site({ privacy: 1 })), ended, 9);
    const [undo] = undoItems(step.job, [step.item]);
    expect(undo).toMatchObject({ key, id: '7' });
    expect(isAsMade({ ...step.item, ...undo }, site({ privacy: 1 }))).toBe(true);
  });

  test('what version 1.3 has added, which kept no values, is compared with what was sent', () => {
    const made = { id: '7', state: 'done', outcome: 'created', fields: { email: 1 } } as const;
    const [job, item] = jobOf({ kind: 'create', fields: { privacy: 1 } }, made);
    expect(undoItems(job, [item])).toEqual([{ key, id: '7', before: { privacy: 1, email: 1 } }]);
  });
});

const full = site({ privacy: 2, has_password: true, share_url: 'https://s.example/1', email: 1 });
const noted = { before: { privacy: 2 }, seen: { password: true, link: true } } as const;
const again = { seen: {}, before: { privacy: 0 }, lost: 1 } as const;
test.each<[string, Partial<Item>, Website | undefined, expected: object]>([
  ['the value, a password and a link', {}, full, noted],
  ['that it reports nothing', {}, site(), { before: {}, seen: {} }],
  ['anew, where it was refused', { seen: noted.seen }, site({ privacy: 0 }), { before: { privacy: 0 }, seen: {} }],
  ['nothing, where the first time may have been carried out', { seen: {}, lost: 1 }, site({ privacy: 1 }), {}],
  ['nothing, where a person sends it again', { seen: {}, resend: true }, site({ privacy: 1 }), {}],
  ['anew, where it was changed since', again, site({ privacy: 2 }), { before: { privacy: 2 }, seen: {} }],
  ['nothing of what nobody knows', {}, undefined, {}],
])('right before a change is noted: %s', (_what, more, record, expected) => {
  expect(seenBefore(...jobOf(toPrivate, more), record)).toEqual(expected);
});

test.each<[string, Partial<Website> | undefined, object]>([
  ['says that it is gone', { has_password: false }, {}],
  ['says that it is kept', { has_password: true }, { password: true }],
  ['does not say', {}, { password: true }],
  ['is not there', undefined, { password: true }],
])('a password that a record had before, and the answer %s', (_what, answer, seen) => {
  const [job, item] = jobOf(toPrivate, { seen: { password: true } });
  expect(noteMade(job, item, { outcome: 'updated' }, answer && site(answer)).seen).toEqual(seen);
});

test.each<[string, Partial<Website>, fields: JobFields, boolean]>([
  ['still has what was set', { privacy: 1 }, { privacy: 0 }, true],
  ['has been changed since', { privacy: 0 }, { privacy: 0 }, false],
  ['does not report it', {}, { privacy: 0 }, false],
  ['still has its password', { privacy: 1, has_password: true }, { privacy: 2 }, true],
  ['has no password any more', { privacy: 1, has_password: false }, { privacy: 2 }, false],
])('a record is only changed back where it %s', (_what, now, fields, isChanged) => {
  const [, item] = jobOf({}, { fields, before: { privacy: 1 } });
  expect(isUndoable(item, site(now))).toBe(isChanged);
});

test.each<[string, Partial<Website>, JobFields, count: number]>([
  ['reported', { privacy: 0 }, { privacy: 1 }, 0],
  ['not reported', {}, { privacy: 1 }, 1],
  ['a password that is kept', { privacy: 2, has_password: true }, { privacy: 1 }, 0],
  ['a password, and whether it is kept is not reported', { privacy: 2 }, { privacy: 1 }, 1],
  ['a password that is replaced', { privacy: 2, has_password: true }, { privacy: 2 }, 1],
  ['another field is not reported', { email: 1 }, { email: 0 }, 0],
])('before a change is counted what cannot be given back: %s', (_what, now, fields, count) => {
  expect(notUndoable([site(now)], fields)).toBe(count);
});

test.each<[string, Partial<Website>, boolean]>([
  ['as it was added', { privacy: 1 }, true],
  ['does not report its value now', {}, true],
  ['has another value', { privacy: 0 }, false],
  ['has entries in a list that was empty', { exclude_ips: ['10.0.0.1'] }, false],
  ['has another host, too', { privacy: 1, hosts: [key, 'b.example'] }, false],
  ['has its host as its name', { name: key }, true],
  ['was given a name', { name: 'Client A' }, false],
  ['was given the beginning of its host as its name', { name: key.slice(0, 1) }, false],
  ['has the host only beside another', { privacy: 1, domain: 'b.example', hosts: ['b.example', key] }, false],
])('what was added is only deleted as it was made: %s', (_what, now, isDeleted) => {
  const [, item] = jobOf({}, { before: { privacy: 1 } });
  expect(isAsMade(item, site(now))).toBe(isDeleted);
});

test('a list is as it was sent where its service has made entries of a line with commas', () => {
  const [, item] = jobOf({}, { fields: { exclude_ips: [] }, before: { exclude_ips: ['10.0.0.2, 10.0.0.1'] } });
  const now = site({ exclude_ips: ['10.0.0.1', '10.0.0.2'] });
  expect([isUndoable(item, now), isAsMade(item, now)]).toEqual([true, true]);
});

describe('another press or job wants something of a record', () => {
  const one: Undo = { items: 1, links: 1, left: 0 };
  const done: Partial<Item> = { state: 'done', outcome: 'updated', before: { privacy: 0 }, seen: { link: true } };
  test.each<[string, Partial<Item>, Undo, expected: Undo, isMarked: boolean]>([
    ['what was done to it is not undone', done, one, { items: 0, links: 0, left: 1 }, true],
    ['once only', { ...done, wanted: true }, { ...one, left: 1 }, { ...one, left: 1 }, true],
    ['what is under way is not', { state: 'sending' }, noUndo, noUndo, true],
    ['what has not begun can be', { state: 'waiting' }, noUndo, noUndo, false],
    ['what may have been carried out is not', { state: 'waiting', lost: 1 }, noUndo, noUndo, true],
  ])('%s', (_what, more, undo, expected, isMarked) => {
    const step = itemWanted(...jobOf({ ...toPrivate, undo }, more), 9);
    expect([step.job.undo, !!step.item.wanted]).toEqual([expected, isMarked]);
  });

  test.each<[Item['state'], Partial<Item>, isLeft: boolean]>([
    ['waiting', {}, true],
    ['failed', {}, true],
    ['skipped', {}, true],
    ['sending', { unsent: true }, true],
    ['sending', {}, false],
    ['unknown', {}, false],
    ['done', { outcome: 'deleted' }, false],
  ])('an undo of it that is %s (%j) leaves it alone: %s', (state, more, isLeft) => {
    const step = itemWanted(...jobOf({ undo: undefined, undoes: {} }, { state, ...more }), 9);
    expect(step.item.outcome === 'changed-since').toBe(isLeft);
  });
});

describe('which jobs can be undone', () => {
  test.each<[Job['kind'], boolean]>([
    ['update', true],
    ['create', true],
    ['delete', false],
    ['audit', false],
  ])('%s: %s', (kind, can) => {
    expect(undoAtFirst({ kind })).toEqual(can ? { undo: noUndo } : {});
  });

  test.each<[string, Partial<Job>, ends: boolean]>([
    ['a change of the same account', {}, true],
    ['a deletion', { kind: 'delete' }, true],
    ['of another account at the same address', { account: 'other' }, true],
    ['at another address', { serviceUrl: 'https://other.example' }, false],
    ['an audit', { kind: 'audit' }, false],
    ['a press', { press: true }, false],
  ])('until the next bulk change begins: %s ends it: %s', (_what, next, ends) => {
    const [job] = jobOf(toPrivate);
    const after = undoEndedBy({ ...job, id: 'next', ...next }, job);
    expect(after).toEqual(ends ? { ...job, undo: undefined } : undefined);
  });

  test('an undo is not tried again once the next bulk change has begun', () => {
    const [job, item] = jobOf({ undo: undefined, undoes: { privacy: 1 } });
    const overtaken = { ...job, overtaken: true } as const;
    expect(undoEndedBy({ ...job, id: 'next' }, job)).toEqual(overtaken);
    expect(retried(overtaken, [{ ...item, state: 'failed' }], 9).items).toEqual([]);
  });
});
