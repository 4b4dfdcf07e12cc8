import { act } from 'preact/test-utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { useRepeat } from '@/entrypoints/manage/audit/useRepeat.ts';
import { auditRepeats } from '@/lib/storage/auditRepeats.ts';
import { set } from '@/lib/storage/settings.ts';
import { accessEvents, asked, loaded, openPage, settled, tell } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

const account = 'one';
const granted = new Set<string>();
const request = vi.fn(async ({ origins }: { origins: string[] }) => {
  for (const one of origins) granted.add(one);
  return true;
});
const contains = vi.fn(async ({ origins }: { origins: string[] }) => origins.every((one) => granted.has(one)));
const grant = (hosts: readonly string[]) => {
  granted.clear();
  for (const host of hosts) granted.add(`https://${host}/*`);
};
beforeEach(async () => {
  openPage();
  Object.assign(fakeBrowser, { permissions: { ...accessEvents, contains, request } });
  const sites = ['a.shop.example', 'b.shop.example', 'c.shop.example'].map((key) => ({ key }));
  await set(auditRepeats, [{ account, every: 'week', sites, job: 'j', next: 1 }]);
});

test('names the sites to which access was taken away, at once, until it is back', async () => {
  grant(['a.shop.example', 'b.shop.example', 'c.shop.example']);
  const hook = await loaded(() => useRepeat(account, () => undefined));
  expect([hook.now().repeat?.every, hook.now().lost]).toEqual(['week', []]);
  grant(['b.shop.example']);
  await tell('access');
  await settled();
  expect(hook.now().lost).toEqual(['a.shop.example', 'c.shop.example']);
  await act(() => hook.now().onAgain());
  await tell('access');
  await settled();
  expect([hook.now().lost, asked('audits.repeat')]).toEqual([[], [{ on: true }]]);
  await hook.end();
  const looks = contains.mock.calls.length;
  await tell('access');
  expect(contains).toHaveBeenCalledTimes(looks);
});
