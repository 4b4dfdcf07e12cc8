import { beforeEach, expect, test, vi } from 'vitest';
import { useDrafts } from '@/entrypoints/manage/websites/useDrafts.ts';
import { useWebsiteForms } from '@/entrypoints/manage/websites/useWebsiteForms.ts';
import { type ConnectionAddress, defaults } from '@/lib/storage/settings.ts';
import { toFields } from '@/lib/websites/fields.ts';
import { clearRecords, putWebsites } from '../records/seed.ts';
import { asked, held, loaded, ok, worker } from './hooked.ts';
import { connectionOf, openList, say, tabProps, website } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));

const send = vi.fn();

beforeEach(async () => {
  openList();
  send.mockReset();
  await clearRecords();
});

const forms = (more: Partial<ConnectionAddress> = {}, ofB = more) =>
  loaded(() => {
    const { parts, start } = tabProps([connectionOf('a', more), connectionOf('b', ofB)]);
    const sends = { list: { send } as never, grid: { send } as never };
    return useWebsiteForms({ parts, ...sends, drafts: useDrafts(), start, say });
  });
type Forms = Awaited<ReturnType<typeof forms>>;
const row = { key: 'of a 1', account: 'of a', slot: '1', id: '1', name: '1.example', hosts: [] } as const;

/** Types what is to be added to a connection. */
async function type({ does }: Forms, account: string, typed: string) {
  await does((now) => now.openCreate(account));
  await does((now) => now.creation?.patch({ typed }));
}
const typed = ({ now }: Forms) => [now().creation?.part?.service.account, now().creation?.creating?.typed];

test('a website that has gone meanwhile is not edited, and that is said', async () => {
  const { does, now } = await forms();
  await does(({ openEdit }) => openEdit(row));
  expect([say.mock.calls, now().edit]).toEqual([[['popup_already_deleted 1.example{name}']], undefined]);
});

test('a website that can only be read is not edited', async () => {
  await putWebsites('of a', [website('1', { locked: 'not-allowed' })]);
  const { does, now } = await forms();
  await does(({ openEdit }) => openEdit({ ...row, locked: 'not-allowed' }));
  expect(now().edit).toBeUndefined();
});

test('a website that could not be stored is edited as the service shows it', async () => {
  worker.answers['websites.show'] = () => ok(website('1', { privacy: 1 }));
  const { does, now } = await forms();
  await does(({ openEdit }) => openEdit(row));
  expect(now().edit?.editing?.row.record).toMatchObject({ id: '1', privacy: 1 });
});

test.each([
  ['newer', Number.MAX_SAFE_INTEGER, 1],
  ['older', 1, 0],
])('a website whose row is %s than what is stored is edited as it was last', async (_which, at, privacy) => {
  await putWebsites('of a', [website('1', { privacy: 0 })]);
  const { does, now } = await forms();
  await does(({ openEdit }) => openEdit({ ...row, told: { record: website('1', { privacy: 1 }), at } }));
  expect(now().edit?.editing.row.record.privacy).toBe(privacy);
});

test.each<[string, meanwhile: (hook: Forms) => Promise<unknown>, open: string | undefined]>([
  ['another is edited', ({ does }) => does((now) => now.openEdit({ ...row, key: 'of a 2', slot: '2' })), '2'],
  ['one is added', ({ does }) => does((now) => now.openCreate('of a')), undefined],
])('a website that its service shows late is not opened once %s', async (_what, meanwhile, open) => {
  await putWebsites('of a', [website('2')]);
  const answer = held('websites.show');
  const hook = await forms();
  await hook.does((now) => now.openEdit(row));
  await meanwhile(hook);
  await answer.settle(ok(website('1')));
  expect([hook.now().edit?.editing.row.record.id, say.mock.calls]).toEqual([open, []]);
});

test('what was saved is told to the list, which may not hear of it otherwise', async () => {
  await putWebsites('of a', [website('1', { privacy: 1 })]);
  worker.answers['websites.show'] = () => ok(website('1', { privacy: 1 }));
  worker.answers['websites.update'] = () => ok(website('1', { privacy: 0 }));
  const { does, now } = await forms();
  await does(({ openEdit }) => openEdit(row));
  await does(({ edit }) => edit?.editing && edit.setFields({ ...edit.editing.fields, privacy: 0 }));
  await does(({ edit }) => edit?.save());
  expect(now().edit).toBeUndefined();
  expect(send.mock.calls).toEqual([
    [{ type: 'told', account: 'of a', rows: [expect.objectContaining({ key: 'of a 1', privacy: 'public' })] }],
  ]);
});

test('what was added is told to the list, and sought there', async () => {
  worker.answers['websites.create'] = () => ok({ outcome: 'created', website: website('9') });
  const hook = await forms();
  await type(hook, 'of b', '9.example');
  await hook.does((now) => now.creation?.create());
  expect(send.mock.calls.map(([{ type }]) => type)).toEqual(['told', 'sought']);
  expect(send.mock.calls[0]?.[0]).toMatchObject({ account: 'of b', rows: [{ key: 'of b 9', name: '9.example' }] });
});

test('what is added though it is registered goes to its sheet, beside what was typed there before', async () => {
  const is = website('1', { privacy: 1, email: 0, exclude_bots: 0 });
  await putWebsites('of a', [is]);
  worker.answers['websites.create'] = () => ok({ outcome: 'already', website: is });
  const hook = await forms();
  const { does, now } = hook;
  await does(({ openEdit }) => openEdit(row));
  await does(({ edit }) => edit?.editing && edit.setFields({ ...edit.editing.fields, exclude_bots: true }));
  await does(({ edit }) => edit?.close());
  await type(hook, 'of a', '1.example');
  await does(({ creation }) => creation?.patch({ fields: { ...creation.creating.fields, email: true } }));
  await does(({ creation }) => creation?.create());
  expect(now().edit?.editing.fields).toMatchObject({ email: true, exclude_bots: true });
});

test('what is being added goes to another connection, and what was typed there before comes here', async () => {
  const hook = await forms();
  await type(hook, 'of b', 'one.example');
  await type(hook, 'of a', 'two.example');
  await hook.does((now) => now.moveCreate('of b'));
  expect(typed(hook)).toEqual(['of b', 'two.example']);
  await hook.does((now) => now.openCreate('of a'));
  expect(typed(hook)).toEqual(['of a', 'one.example']);
});

test('it gets the defaults of that connection, but for what was changed', async () => {
  const of = (privacy: 0 | 1, ip: string) => ({ defaults: { ...defaults.fallback, privacy, exclude_ips: [ip] } });
  const hook = await forms(of(0, '192.0.2.1'), of(1, '192.0.2.2'));
  await type(hook, 'of b', 'one.example');
  await type(hook, 'of a', 'two.example');
  const fields = () => hook.now().creation?.creating.fields;
  await hook.does(({ creation }) =>
    creation?.patch({ fields: { ...toFields(of(0, '192.0.2.1').defaults), email: true } }),
  );
  await hook.does((now) => now.moveCreate('of b'));
  expect(fields()).toMatchObject({ privacy: 1, exclude_ips: '192.0.2.2', email: true });
  await hook.does((now) => now.openCreate('of a'));
  expect(fields()).toMatchObject({ privacy: 0, exclude_ips: '192.0.2.1', email: false });
});

test('it stays where it is while another is added there', async () => {
  const hook = await forms();
  const answer = held('websites.create');
  await type(hook, 'of b', 'one.example');
  await hook.does((now) => now.creation?.create());
  await type(hook, 'of a', 'two.example');
  expect(['of a', 'of b'].map(hook.now().mayMoveTo)).toEqual([true, false]);
  await hook.does((now) => now.moveCreate('of b'));
  await answer.settle(ok({ outcome: 'created', website: website('9') }));
  expect(typed(hook)).toEqual(['of a', 'two.example']);
});

type Done = (now: ReturnType<Forms['now']>) => unknown;
const [crew, guests] = [
  { id: 't1', name: 'Crew' },
  { id: 't2', name: 'Guests' },
];
test.each<[what: string, done: Done[], sent: object]>([
  ['that was chosen', [({ creation }) => creation?.patch({ team: guests })], { team: 't2' }],
  ['no more, if none was chosen', [({ creation }) => creation?.patch({ team: null })], {}],
  [
    'of the connection that it goes to',
    [({ creation }) => creation?.patch({ team: guests }), (now) => now.moveCreate('of b')],
    { team: 't1' },
  ],
])('what is added belongs to the team %s', async (_what, done, sent) => {
  worker.answers['teams.list'] = () => ok([crew, guests]);
  worker.answers['websites.create'] = () => ok({ outcome: 'created', website: website('9') });
  const hook = await forms({ kind: 'umami', team: crew.id, teamName: crew.name });
  await type(hook, 'of a', 'one.example');
  for (const one of done) await hook.does(one);
  expect(hook.now().creation?.teams).toEqual([crew, guests]);
  await hook.does((now) => now.creation?.create());
  const [{ privacy: _, ...input }] = asked('websites.create') as [{ privacy: number }];
  expect(input).toEqual({ domain: 'one.example', ...sent });
});
