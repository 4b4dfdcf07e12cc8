import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useDrafts } from '@/entrypoints/manage/websites/useDrafts.ts';
import { useWebsiteForms } from '@/entrypoints/manage/websites/useWebsiteForms.ts';
import { type ConnectionAddress, defaults } from '@/lib/storage/settings.ts';
import { toFields } from '@/lib/websites/fields.ts';
import { clearRecords, putWebsites } from '../records/seed.ts';
import { asked, failed, held, loaded, ok, worker } from './hooked.ts';
import { connectionOf, openList, say, tabProps, website } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));

const send = vi.fn();

beforeEach(async () => {
  openList();
  send.mockReset();
  await clearRecords();
});

/** The sheets beside connections that may be changed. */
const changing = (first: readonly ConnectionAddress[]) =>
  loaded((list: readonly ConnectionAddress[]) => {
    const { parts, start } = tabProps(list);
    const drafts = useDrafts(list, list);
    const forms = useWebsiteForms({ parts, list: { send } as never, grid: { send } as never, drafts, start, say });
    return { ...forms, at: (id: string) => list.find((one) => one.id === id) as ConnectionAddress };
  }, first);
const forms = (more: Partial<ConnectionAddress> = {}, ofB = more) =>
  changing([connectionOf('a', more), connectionOf('b', ofB)]);
type Forms = Awaited<ReturnType<typeof forms>>;
const row = { key: 'of a 1', account: 'of a', slot: '1', id: '1', name: '1.example', hosts: [] } as const;

/** Types what is to be added to a connection. */
async function type({ does }: Forms, id: string, typed: string) {
  await does((now) => now.openCreate(now.at(id)));
  await does((now) => now.creation?.patch({ typed }));
}
const typed = ({ now }: Forms) => [now().creation?.part?.service.account, now().creation?.creating?.typed];

test('a website that has gone meanwhile is not edited, and that is said', async () => {
  worker.answers['websites.show'] = () => failed('missing');
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
  ['one is added', ({ does }) => does((now) => now.openCreate(now.at('a'))), undefined],
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
  await type(hook, 'b', '9.example');
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
  await type(hook, 'a', '1.example');
  await does(({ creation }) => creation?.patch({ fields: { ...creation.creating.fields, email: true } }));
  await does(({ creation }) => creation?.create());
  expect(now().edit?.editing.fields).toMatchObject({ email: true, exclude_bots: true });
});

test('what is being added goes to another connection, and what was typed there before comes here', async () => {
  const hook = await forms();
  await type(hook, 'b', 'one.example');
  await type(hook, 'a', 'two.example');
  await hook.does((now) => now.moveCreate('b'));
  expect(typed(hook)).toEqual(['of b', 'two.example']);
  await hook.does((now) => now.openCreate(now.at('a')));
  expect(typed(hook)).toEqual(['of a', 'one.example']);
});

test('it gets the defaults of that connection, but for what was changed', async () => {
  const of = (privacy: 0 | 1, ip: string) => ({ defaults: { ...defaults.fallback, privacy, exclude_ips: [ip] } });
  const hook = await forms(of(0, '192.0.2.1'), of(1, '192.0.2.2'));
  await type(hook, 'b', 'one.example');
  await type(hook, 'a', 'two.example');
  const fields = () => hook.now().creation?.creating.fields;
  await hook.does(({ creation }) =>
    creation?.patch({ fields: { ...toFields(of(0, '192.0.2.1').defaults), email: true } }),
  );
  await hook.does((now) => now.moveCreate('b'));
  expect(fields()).toMatchObject({ privacy: 1, exclude_ips: '192.0.2.2', email: true });
  await hook.does((now) => now.openCreate(now.at('a')));
  expect(fields()).toMatchObject({ privacy: 0, exclude_ips: '192.0.2.1', email: false });
});

test('it stays where it is while another is added there', async () => {
  const hook = await forms();
  const answer = held('websites.create');
  await type(hook, 'b', 'one.example');
  await hook.does((now) => now.creation?.create());
  await type(hook, 'a', 'two.example');
  expect(['a', 'b'].map(hook.now().at).map(hook.now().mayMoveTo)).toEqual([true, false]);
  await hook.does((now) => now.moveCreate('b'));
  await answer.settle(ok({ outcome: 'created', website: website('9') }));
  expect(typed(hook)).toEqual(['of a', 'two.example']);
});

describe('what is typed while its connection is changed elsewhere', () => {
  const [a, b] = [connectionOf('a'), connectionOf('b')];
  /** Its key is replaced: it is removed, and another one is saved. */
  const rekeyed = ['none', 'new'].map((account) => [{ ...a, account }, b]);

  test('stays, and is sent with the new key', async () => {
    await putWebsites('of a', [website('1', { privacy: 1 })]);
    worker.answers['websites.create'] = () => failed('network');
    const hook = await changing([a, b]);
    await hook.does(({ openEdit }) => openEdit(row));
    await hook.does(({ edit }) => edit?.setFields({ ...edit.editing.fields, exclude_bots: true }));
    await type(hook, 'a', 'one.example');
    for (const list of rekeyed) await hook.load(list);
    const { edit, creation } = hook.now();
    expect(edit?.editing.fields.exclude_bots).toBe(true);
    expect([edit?.part.service.account, ...typed(hook)]).toEqual(['new', 'new', 'one.example']);
    await hook.does(() => edit?.save());
    await hook.does(() => creation?.create());
    expect([...new Set(worker.asked.map(({ account }) => account))]).toEqual(['new']);
  });

  test('an answer to the old key is told, and the sheet can be saved with the new one', async () => {
    await putWebsites('of a', [website('1', { privacy: 1 })]);
    const answer = held('websites.show');
    const hook = await changing([a, b]);
    await hook.does(({ openEdit }) => openEdit(row));
    await hook.does(({ edit }) => edit?.setFields({ ...edit.editing.fields, exclude_bots: true }));
    await hook.does(({ edit }) => edit?.save());
    await hook.load(rekeyed[1] as ConnectionAddress[]);
    await answer.settle(failed('network'));
    expect(say).toHaveBeenCalledExactlyOnceWith('manage_not_saved {domain}1.example');
    expect(hook.now().edit?.editing).toMatchObject({ busy: false, fields: { exclude_bots: true } });
  });
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
    [({ creation }) => creation?.patch({ team: guests }), (now) => now.moveCreate('b')],
    { team: 't1' },
  ],
])('what is added belongs to the team %s', async (_what, done, sent) => {
  worker.answers['teams.list'] = () => ok([crew, guests]);
  worker.answers['websites.create'] = () => ok({ outcome: 'created', website: website('9') });
  const hook = await forms({ kind: 'umami', team: crew.id, teamName: crew.name });
  await type(hook, 'a', 'one.example');
  for (const one of done) await hook.does(one);
  expect(hook.now().creation?.teams).toEqual([crew, guests]);
  await hook.does((now) => now.creation?.create());
  const [{ privacy: _, ...input }] = asked('websites.create') as [{ privacy: number }];
  expect(input).toEqual({ domain: 'one.example', ...sent });
});
