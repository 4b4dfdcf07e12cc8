import { h } from 'preact';
import { beforeEach, expect, test } from 'vitest';
import { RecordNames } from '@/components/RecordNames.tsx';
import { draw } from './drawn.ts';
import { openPage } from './hooked.ts';

beforeEach(openPage);

type Named = Parameters<typeof RecordNames>[0]['website'];
const host = 'shop.example';
test.each<[what: string, website: Named, shown: string]>([
  ['nothing else', { domain: host }, ''],
  ['the same in capitals', { domain: 'Shop.Example' }, ''],
  ['the same among several, in capitals', { domain: 'Shop.Example', hosts: ['SHOP.example'] }, ''],
  ['a name', { domain: 'Shop.Example', name: 'Shop' }, 'Shop'],
  ['another host', { domain: host, hosts: [host, 'www.shop.example'] }, 'record_also'],
  ['its team', { domain: host, name: 'Shop', team_name: 'Guests' }, 'Shop · record_team'],
  ['an address with a path', { domain: 'Shop.Example/a', hosts: [host] }, 'Shop.Example/a'],
])('%s', async (_what, website, shown) => {
  await draw(h(RecordNames, { website, host }));
  expect(document.body.textContent).toBe(shown);
});

test('a host that is kept in other letters', async () => {
  const website = { domain: 'BÜCHER.example' };
  await draw(h(RecordNames, { website, host: 'xn--bcher-kva.example' }));
  expect(document.body.textContent).toBe('');
});
