import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { useChanges } from '@/entrypoints/manage/list/useChanges.ts';
import { useAllWebsites } from '@/entrypoints/manage/websites/useAllWebsites.ts';
import { type Change, lastChange } from '@/lib/messages/changes.ts';
import type { Website } from '@/lib/services/index.ts';
import { set } from '@/lib/storage/settings.ts';
import { does, failed, held, hooked, later, openPage, questions, settled, worker } from './hooked.ts';
import { base, other, page } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

const website = (id: string, privacy: Website['privacy']): Website => ({ id, domain: `${id}.example`, privacy });

beforeEach(openPage);

test('why the whole list of one account could not be read is not said of another', async () => {
  worker.answers['websites.list'] = () => failed('server');
  const hook = await hooked((account: string) => useAllWebsites(account), base as string);
  await act(async () => void (await hook.now().read('')));
  expect(hook.now().problem?.kind).toBe('server');
  await hook.show(other);
  expect(hook.now().problem).toBeUndefined();
});

test.each<[string, object, string[]]>([
  ['deleted', { kind: 'website-gone', id: 'a' }, ['b:1']],
  ['changed', { kind: 'website', website: { id: 'a', privacy: 0 } }, ['b:1', 'a:0']],
  ['made', { kind: 'website', created: true, website: website('c', 1) }, ['c:1', 'b:1', 'a:1']],
])('what was %s while the whole list was read is so in it', async (_what, change, expected) => {
  const rest = later();
  worker.answers['websites.list'] = ({ cursor }) =>
    cursor ? rest.promise : page([website('b', 1), website('a', 1)], { more: true, next: '2' });
  const hook = await hooked((account: string) => useAllWebsites(account), base as string);
  const reading = hook.now().read('');
  await settled();
  await does(() => set(lastChange, { account: base, at: 1, ...change } as never));
  await rest.settle(page([]));
  const found = await reading;
  const shown = (items: Website[] = []) => items.map(({ id, privacy }) => `${id}:${privacy}`);
  expect(shown(hook.now().of('')?.items)).toEqual(expected);
  expect(shown(found?.items)).toEqual(expected);
});

const change = (account: string, at: number): Change => ({ account, at, kind: 'website-gone', id: 'a' });

test('changes anywhere are heard by what is shown now, of the account that is shown now, until the page is left', async () => {
  const heard: string[] = [];
  const hook = await hooked(
    ({ account, name }: { account: string; name: string }) =>
      useChanges(account, (now) => heard.push(`${name} ${now.kind} ${now.at}`)),
    { account: base, name: 'first' },
  );
  await set(lastChange, change(base, 1));
  await hook.show({ account: base, name: 'second' });
  await set(lastChange, change(base, 2));
  await hook.show({ account: other, name: 'third' });
  await set(lastChange, change(base, 3));
  await set(lastChange, change(other, 4));
  await fakeBrowser.storage.session.remove(lastChange.key);
  await hook.end();
  await set(lastChange, change(other, 5));
  expect(heard).toEqual(['first website-gone 1', 'second website-gone 2', 'third website-gone 4']);
});

describe('reading the whole list', () => {
  const open = async (account: string | undefined = base) =>
    hooked(({ account: now }: { account: string | undefined }) => useAllWebsites(now), { account });
  const [a, b] = [website('a', 1), website('b', 1)];

  test('newest first, by the search, a hundred at a time; one sees how far it is', async () => {
    const rest = later();
    worker.answers['websites.list'] = ({ cursor }) =>
      cursor ? rest.promise : page([b], { more: true, next: '2', total: 2 });
    const hook = await open();
    expect([hook.now().reading, hook.now().of('')]).toEqual([undefined, undefined]);
    const reading = hook.now().read(' https://Shop.example/ ');
    await settled();
    expect(hook.now().reading).toEqual({ read: 1, total: 2 });
    vi.spyOn(Date, 'now').mockReturnValue(7);
    await rest.settle(page([a], { total: 2 }));
    const all = { account: base, search: 'shop.example', items: [b, a], complete: true, at: 7 };
    expect([await reading, hook.now().of('shop.example'), hook.now().reading]).toEqual([all, all, undefined]);
    expect([hook.now().of('shop'), hook.now().of('')]).toEqual([undefined, undefined]);
    const sent = { sort_by: 'id', sort: 'desc', search: 'shop.example', search_by: 'domain', per_page: 100 };
    expect(questions()).toEqual([
      ['websites.list', sent, base],
      ['websites.list', { ...sent, cursor: '2' }, base],
    ]);
  });

  test('without a search nothing is searched, and every search is covered', async () => {
    worker.answers['websites.list'] = () => page([a], { more: true });
    const hook = await open();
    await act(async () => void (await hook.now().read('  ')));
    expect(worker.asked.map(({ input }) => input)).toEqual([{ sort_by: 'id', sort: 'desc', per_page: 100 }]);
    expect(hook.now().of('any')).toMatchObject({ items: [a], complete: false });
  });

  test('nothing is read without an account', async () => {
    const hook = await hooked(() => useAllWebsites(undefined));
    expect([await hook.now().read(''), worker.asked]).toEqual([undefined, []]);
    hook.now().stop();
  });

  test('a failure is told, and gone with the next try', async () => {
    worker.answers['websites.list'] = () => failed('server');
    const hook = await open();
    const reading = hook.now().read('');
    await settled();
    expect([await reading, hook.now().reading, hook.now().of('')]).toEqual([undefined, undefined, undefined]);
    const again = held('websites.list');
    void hook.now().read('');
    await settled();
    expect([hook.now().problem, hook.now().reading]).toEqual([undefined, { read: 0 }]);
    await again.settle(page([a]));
    expect(hook.now().of('')?.items).toEqual([a]);
  });

  test('stopped, what was read before stays', async () => {
    worker.answers['websites.list'] = () => page([a]);
    const hook = await open();
    await act(async () => void (await hook.now().read('')));
    const answer = held('websites.list');
    const reading = hook.now().read('');
    await settled();
    await act(() => hook.now().stop());
    expect(worker.asked.at(-1)?.signal?.aborted).toBe(true);
    await answer.settle(page([b]));
    expect([await reading, hook.now().reading, hook.now().problem]).toEqual([undefined, undefined, undefined]);
    expect(hook.now().of('')?.items).toEqual([a]);
  });

  test('begun again, what the first reading finds is not taken, nor its end', async () => {
    const [first, second] = [later(), later()];
    worker.answers['websites.list'] = ({ search }) => (search === 'a' ? first.promise : second.promise);
    const hook = await open();
    const one = hook.now().read('a');
    await settled();
    const two = hook.now().read('b');
    await settled();
    expect(worker.asked[0]?.signal?.aborted).toBe(true);
    await first.settle(page([a]));
    expect([await one, hook.now().reading]).toEqual([undefined, { read: 0 }]);
    await second.settle(page([b]));
    expect([(await two)?.items, hook.now().of('b')?.items]).toEqual([[b], [b]]);
  });

  test('what changed before it began is not changed again, and what changes afterwards is', async () => {
    worker.answers['websites.list'] = () => page([a, b]);
    const hook = await open();
    const gone = (id: string, at: number) => set(lastChange, { account: base, at, kind: 'website-gone', id });
    await gone('a', 1);
    await act(async () => void (await hook.now().read('')));
    expect(hook.now().of('')?.items).toEqual([a, b]);
    const before = hook.now().of('');
    await gone('x', 2);
    await settled();
    expect(hook.now().of('')).toBe(before);
    await gone('a', 3);
    await settled();
    expect(hook.now().of('')?.items).toEqual([b]);
    // The next reading finds it again: it was made anew.
    await act(async () => void (await hook.now().read('')));
    expect(hook.now().of('')?.items).toEqual([a, b]);
  });

  test('what was read of one account is not shown for another, and ends with it', async () => {
    worker.answers['websites.list'] = () => page([a]);
    const hook = await open();
    await act(async () => void (await hook.now().read('')));
    worker.answers['websites.list'] = () => later().promise;
    void hook.now().read('');
    await settled();
    await hook.show({ account: other });
    expect(hook.now().of('')).toBeUndefined();
    expect(worker.asked.at(-1)?.signal?.aborted).toBe(true);
    await hook.show({ account: base });
    expect(hook.now().of('')?.items).toEqual([a]);
  });
});
