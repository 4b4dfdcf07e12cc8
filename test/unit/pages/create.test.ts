import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSheet, openCreate } from '@/entrypoints/manage/websites/create.ts';
import { useDrafts } from '@/entrypoints/manage/websites/useDrafts.ts';
import { type Defaults, defaults } from '@/lib/storage/settings.ts';
import { toFields, type WebsiteFields } from '@/lib/websites/fields.ts';
import { asked, failed, held, hooked, ok, openPage, questions, showPlaces, worker } from './hooked.ts';
import { base, connectionOf } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

const told = { onCreated: vi.fn(), say: vi.fn() };

beforeEach(() => {
  openPage();
  showPlaces('{domain}');
  vi.clearAllMocks();
  worker.answers['websites.create'] = () => ok({ outcome: 'created' });
});

const connection = connectionOf('a', { analyticsUrl: base, account: base });
const stored: Defaults = { ...defaults.fallback, privacy: 0, exclude_ips: ['192.0.2.1'] };
/** The sheet in which a website is typed, and how it is opened. */
async function start(stored: Defaults) {
  const hook = await hooked((by: Defaults) => {
    const drafts = useDrafts([connection], [connection]);
    const sheets = drafts.createsAt(connection);
    const sheet = sheets.form && createSheet(connection, drafts, sheets.form, by, told);
    return { sheet, open: () => openCreate(sheets, by) };
  }, stored);
  const does = (what: (sheet: ReturnType<typeof createSheet>) => unknown) =>
    hook.does(({ sheet }) => sheet && what(sheet));
  return { ...hook, open: () => hook.does((now) => now.open()), does, creating: () => hook.now().sheet?.creating };
}
const open = async (typed: string, fields: Partial<WebsiteFields> = {}, more: Partial<Defaults> = {}) => {
  const hook = await start({ ...stored, ...more });
  expect(hook.creating()).toBeUndefined();
  await hook.open();
  const first = { owner: `a ${base}`, account: base, typed: '', fields: toFields({ ...stored, ...more }) };
  expect(hook.creating()).toEqual({ ...first, busy: false, errors: {} });
  await hook.does((now) => now.patch({ typed }));
  await hook.does((now) => now.patch({ fields: { ...toFields({ ...stored, ...more }), ...fields } }));
  return hook;
};
const create = (hook: Awaited<ReturnType<typeof open>>) => hook.does((now) => now.create());
const plain = { exclude_bots: 1, email: 0, exclude_ips: ['192.0.2.1'] };

test.each([
  ['with nothing typed, it has the defaults by then', '', 1],
  ['with a domain typed, it is as it was left', 'a.example', 0],
])('closed and opened again %s', async (_what, typed, privacy) => {
  const hook = await start(stored);
  await hook.open();
  await hook.does((now) => now.patch({ typed }));
  await hook.does((now) => now.close());
  await hook.load({ ...stored, privacy: 1 });
  await hook.open();
  expect(hook.creating()).toMatchObject({ typed, fields: { privacy } });
});

describe('nothing is sent', () => {
  const password = { privacy: 2 } as const;
  test.each<[string, typed: string, Partial<WebsiteFields>, errors: object]>([
    ['without a domain', ' ', {}, { domain: 'manage_domain_missing {domain}' }],
    ['with what is no site', 'a b', {}, { domain: expect.stringMatching(/^refusal_/) }],
    ['without the password that it is to have', 'a.example', password, { password: 'password_needed {domain}' }],
  ])('%s', async (_what, typed, fields, errors) => {
    const hook = await open(typed, fields);
    await create(hook);
    expect(hook.creating()).toMatchObject({ typed, busy: false, problem: undefined });
    expect([hook.creating()?.errors, worker.asked]).toEqual([errors, []]);
  });
});

describe('what is sent', () => {
  const password = { privacy: 2, password: 'made-up' } as const;
  test.each<[string, typed: string, Partial<WebsiteFields>, Partial<Defaults>, sent: object]>([
    ['the defaults', 'a.example', {}, {}, { domain: 'a.example', privacy: 0 }],
    ['what was chosen', 'a.example', { privacy: 1, email: true }, {}, { domain: 'a.example', privacy: 1, email: 1 }],
    ['a password', 'a.example', password, {}, { domain: 'a.example', ...password }],
    ['none if one is stored', 'a.example', { privacy: 2 }, { hasPassword: true }, { domain: 'a.example', privacy: 2 }],
    ['none with another privacy', 'a.example', { password: 'made-up' }, {}, { domain: 'a.example', privacy: 0 }],
  ])('%s', async (_what, typed, fields, more, sent) => {
    await create(await open(typed, fields, more));
    expect(questions()).toEqual([['websites.create', { ...plain, ...sent }, base]]);
  });

  test('once, though it is pressed twice; and all the same only where the person says so', async () => {
    const answer = held('websites.create');
    const hook = await open('a.example');
    await create(hook);
    expect(hook.creating()).toMatchObject({ busy: true, errors: {}, problem: undefined });
    await create(hook);
    expect(asked('websites.create')).toHaveLength(1);
    await answer.settle(failed('busy', { code: 'maybe-registered' }));
    expect(hook.creating()).toMatchObject({ busy: false, problem: { code: 'maybe-registered' } });
    await hook.does((now) => now.createAnyway());
    expect(asked('websites.create')).toEqual([
      { ...plain, domain: 'a.example', privacy: 0 },
      { ...plain, domain: 'a.example', privacy: 0, despiteUnknown: true },
    ]);
  });
});

describe('once it is registered', () => {
  const made = { id: '7', domain: 'a.example' };
  const sent = { ...plain, privacy: 2 };
  const password = { privacy: 2, password: 'made-up' } as const;
  const typed = { exclude_ips: '192.0.2.2', email: true };
  test.each<[string, outcome: string, fields: Partial<WebsiteFields>, shown: object, left: Partial<WebsiteFields>]>([
    ['now, it has what was sent but the password', 'created', password, { ...sent, ...made }, {}],
    ['before, it is as the service says, and what was typed is left to save', 'already', typed, made, typed],
    ['before, so is a password', 'already', password, made, password],
    ['before, its privacy stays', 'already', { privacy: 1 }, made, {}],
  ])('%s', async (_what, outcome, fields, shown, left) => {
    worker.answers['websites.create'] = () => ok({ outcome, website: made });
    const hook = await open('bücher.example', fields);
    await create(hook);
    expect(told.onCreated.mock.calls).toEqual([[shown, left]]);
    expect([hook.creating(), told.say.mock.calls]).toEqual([undefined, [[`registration_${outcome} bücher.example`]]]);
    await hook.open();
    expect(hook.creating()).toMatchObject({ typed: '', fields: { privacy: 0, password: '' } });
  });
});

test.each([
  ['another privacy than the one that was sent is told', 'created', 0, true],
  ['the same one is not', 'created', 1, false],
  ['nor that of a site that was there before', 'already', 0, false],
])('once it is registered, %s', async (_what, outcome, privacy, isTold) => {
  worker.answers['websites.create'] = () => ok({ outcome, website: { id: '7', domain: 'a.example', privacy } });
  await create(await open('a.example', { privacy: 1 }));
  const [said] = told.say.mock.calls[0] ?? [];
  expect(said.includes('popup_privacy_unapplied')).toBe(isTold);
});

test('once it is registered by an earlier press, what was changed since that one is left to save', async () => {
  const website = { id: '7', domain: 'a.example', privacy: 0, email: 1 };
  worker.answers['websites.create'] = () => ok({ outcome: 'confirmed', website });
  await create(await open('a.example', { privacy: 1, email: true, exclude_ips: '192.0.2.2' }));
  expect(told.onCreated.mock.calls.map(([, left]) => left)).toEqual([{ privacy: 1 }]);
});

test('what is changed while it is under way goes with the form, if that is closed', async () => {
  const answer = held('websites.create');
  const hook = await open('a.example', { email: false });
  await create(hook);
  await hook.does((now) => now.patch({ fields: { ...toFields(stored), email: true } }));
  await hook.does((now) => now.close());
  await answer.settle(ok({ outcome: 'created', website: { id: '7', domain: 'a.example' } }));
  expect(told.onCreated.mock.calls.map(([, left]) => left)).toEqual([{}]);
});

describe('what fails', () => {
  const sentence = 'problem_server_plain {domain}';
  test.each<[string, object, errors: object]>([
    ['at its field alone', { fields: { email: ['no', 'never'] } }, { email: 'no' }],
    ['at the domain, in a sentence', { fields: { domain: ['taken'] } }, { domain: sentence }],
  ])('is told %s', async (_where, more, errors) => {
    worker.answers['websites.create'] = () => failed('server', more);
    const hook = await open('a.example');
    await create(hook);
    const creating = hook.creating();
    expect([creating?.errors, creating?.problem, creating?.busy]).toEqual([errors, undefined, false]);
    expect([creating?.typed, told.say.mock.calls]).toEqual(['a.example', []]);
  });

  test('while the sheet is closed is told, and the form is as it was', async () => {
    const answer = held('websites.create');
    const hook = await open('a.example');
    await create(hook);
    await hook.does((now) => now.close());
    await answer.settle(failed('server'));
    expect([hook.creating(), told.say.mock.calls]).toEqual([undefined, [[sentence]]]);
    await hook.open();
    expect(hook.creating()).toMatchObject({ typed: 'a.example', busy: false, problem: { kind: 'server' } });
  });
});
