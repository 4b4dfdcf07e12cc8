import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useChanges } from '@/entrypoints/manage/list/useChanges.ts';
import { useAllWebsites } from '@/entrypoints/manage/websites/useAllWebsites.ts';
import { lastChange } from '@/lib/messages/changes.ts';
import type { Website } from '@/lib/services/index.ts';
import { set } from '@/lib/storage/settings.ts';
import { failed, hooked, later, ok, openPage, settled, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

const base = 'https://stats.example';
const other = 'https://other.example';
const website = (id: string, privacy: Website['privacy']): Website => ({ id, domain: `${id}.example`, privacy });
const page = (items: Website[], more = {}) => ok({ items, more: false, ...more });

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
  await set(lastChange, { account: base, at: 1, ...change } as never);
  await settled();
  rest.answer(page([]));
  await settled();
  const found = await reading;
  const shown = (items: Website[] = []) => items.map(({ id, privacy }) => `${id}:${privacy}`);
  expect(shown(hook.now().of('')?.items)).toEqual(expected);
  expect(shown(found?.items)).toEqual(expected);
});

describe('changes that another page has made', () => {
  test.each([
    ['at this service', base, 1],
    ['at another service', other, 0],
  ])('%s', async (_what, at, times) => {
    const heard = vi.fn();
    await hooked(() => useChanges(base, heard), undefined);
    await set(lastChange, { account: at, at: 1, kind: 'website-gone', id: '7' });
    await settled();
    expect(heard).toHaveBeenCalledTimes(times);
  });
});
