import { describe, expect, test } from 'vitest';
import { itemSettled, newJob } from '@/lib/jobs/state.ts';
import type { Item, Job, JobFields, Undo } from '@/lib/jobs/types.ts';
import { countUndo, isUndoable, noteMade, notUndoable, seenBefore, undoItems } from '@/lib/jobs/undo.ts';
import { undoAtFirst, undoEndedBy } from '@/lib/jobs/undoOffer.ts';
import type { Website } from '@/lib/services/index.ts';
import { base } from './made.ts';

const key = 'a.example';
const site = (more: Partial<Website> = {}): Website => ({ id: '7', domain: key, ...more });
const noUndo: Undo = { items: 0, links: 0, left: 0 };

function jobOf(change: Partial<Job>, more: Partial<Item> = {}): [Job, Item] {
  const kind = change.kind ?? 'update';
  const start = {
    id: 'j',
    kind,
    items: [{ key, ...(kind === 'create' ? {} : { id: '7' }) }],
    fields: {},
    speed: 'fast',
  } as const;
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
  const rows: [string, Partial<Job>, before: JobFields, Partial<Item>, expected: unknown[]][] = [
    ['what it had', toPrivate, { privacy: 0 }, { seen: {} }, counted(0, { privacy: 0 }, { privacy: 1 })],
    [
      'its link stays dead',
      toPrivate,
      { privacy: 0 },
      { seen: { link: true } },
      counted(1, { privacy: 0 }, { privacy: 1 }),
    ],
    [
      'a flag ends no link',
      { fields: { email: 0 } },
      { email: 1 },
      { seen: { link: true } },
      counted(0, { email: 1 }, { email: 0 }),
    ],
    ['it had that already', toPrivate, { privacy: 1 }, { seen: {} }, nothing],
    [
      'a password that the service keeps',
      toPrivate,
      { privacy: 2 },
      { seen: { password: true } },
      counted(0, { privacy: 2 }, { privacy: 1 }),
    ],
    ['a password that it does not keep', toPrivate, { privacy: 2 }, { seen: {} }, left],
    ['to a password', toPassword, { privacy: 0 }, { seen: {} }, counted(0, { privacy: 0 }, { privacy: 2 })],
    ['another password', toPassword, { privacy: 2 }, { seen: { password: true } }, left],
    ['not reported before', toPrivate, {}, { seen: {} }, left],
    ['shown by a page, but not looked up', toPrivate, { privacy: 0 }, {}, left],
    ['a person has set it since', toPrivate, { privacy: 0 }, { seen: {}, outcome: 'overridden' }, nothing],
    [
      'a person has set a part of it since',
      { fields: { privacy: 1, email: 0 } },
      { privacy: 0, email: 1 },
      { seen: {}, overridden: ['email'] },
      counted(0, { privacy: 0 }, { privacy: 1 }),
    ],
    [
      'found after its answer was lost',
      toPrivate,
      { privacy: 0 },
      { seen: {}, outcome: 'confirmed' },
      counted(0, { privacy: 0 }, { privacy: 1 }),
    ],
    [
      'its undo has ended',
      { ...toPrivate, undo: undefined },
      { privacy: 0 },
      { seen: {} },
      [undefined, back({ privacy: 0 }, { privacy: 1 })],
    ],
  ];
  test.each(rows)('%s', (_what, change, before, { outcome = 'updated', ...more }, [undo, undone]) => {
    const step = countUndo(itemSettled(...jobOf(change, { before, ...more }), { outcome }, 9));
    expect(step.job.undo).toEqual(undo);
    expect(undoItems(step.job, [step.item])).toEqual(undone ? [{ key, id: '7', ...undone }] : []);
  });
});

describe('what was added is deleted again', () => {
  const own: Partial<Item> = { create: { at: 1, id: 'own' } };
  const ours = [{ items: 1, links: 0, left: 0 }, 1];
  const unsure = [{ ...noUndo, left: 1 }, 0];
  test.each<
    [string, outcome: 'created' | 'already' | 'confirmed', Website | undefined, Partial<Item>, expected: unknown[]]
  >([
    ['the service has said that it made it', 'created', site(), {}, ours],
    ['it was there already', 'already', site(), {}, [noUndo, 0]],
    ['found after its answer was lost, so it may be anybody’s', 'confirmed', site(), {}, unsure],
    ['found under the id that we chose', 'confirmed', site({ id: 'own' }), own, ours],
    ['found under another id', 'confirmed', site(), own, unsure],
    ['the service has not said which it is', 'created', undefined, {}, unsure],
    ['no id names it', 'created', site({ locked: 'shared-id' as never }), {}, unsure],
  ])('%s', (_what, outcome, website, more, [undo, count]) => {
    const [job, item] = jobOf({ kind: 'create' }, more);
    const step = countUndo(itemSettled(job, noteMade(job, item, { outcome }, website), { outcome }, 9));
    expect(step.job.undo).toEqual(undo);
    expect(undoItems(step.job, [step.item])).toEqual(count ? [{ key, id: website?.id }] : []);
  });
});

test.each<[string, Partial<Item>, Website | undefined, expected: object]>([
  [
    'the value, a password and a link',
    {},
    site({ privacy: 2, has_password: true, share_url: 'https://s.example/1', email: 1 }),
    { before: { privacy: 2 }, seen: { password: true, link: true } },
  ],
  ['that it reports nothing', {}, site(), { before: {}, seen: {} }],
  [
    'anew, where the first time was refused',
    { seen: { link: true } },
    site({ privacy: 0 }),
    { before: { privacy: 0 }, seen: {} },
  ],
  ['nothing, where the first time may have been carried out', { seen: {}, lost: 1 }, site({ privacy: 1 }), {}],
  ['nothing, where a person sends it again', { seen: {}, resend: true }, site({ privacy: 1 }), {}],
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

describe('which jobs can be undone', () => {
  test.each<[Job['kind'], JobFields | undefined, boolean]>([
    ['update', undefined, true],
    ['create', undefined, true],
    ['delete', undefined, false],
    ['audit', undefined, false],
    ['update', {}, false],
  ])('%s, itself the undo of %j: %s', (kind, undoes, can) => {
    expect(undoAtFirst({ kind, ...(undoes ? { undoes } : {}) })).toEqual(can ? { undo: noUndo } : {});
  });

  test.each<[string, Partial<Job>, ends: boolean]>([
    ['a change of the same account', {}, true],
    ['a deletion', { kind: 'delete' }, true],
    ['of another account', { account: 'other' }, false],
    ['an audit', { kind: 'audit' }, false],
    ['a press', { press: true }, false],
  ])('until the next bulk change begins: %s ends it: %s', (_what, next, ends) => {
    const [job] = jobOf(toPrivate);
    const after = undoEndedBy({ ...job, id: 'next', ...next }, job);
    expect(after).toEqual(ends ? { ...job, undo: undefined } : undefined);
  });
});
