import { beforeEach, expect, test } from 'vitest';
import { knownSites } from '@/lib/background/records/records.ts';
import { belonging, orVariant } from '@/lib/connections/belonging.ts';
import { connections, set } from '@/lib/storage/settings.ts';
import { putWebsites } from '../records/seed.ts';

const [a, b] = ['a', 'b'].map((id) => ({
  id,
  account: id,
  analyticsUrl: `https://${id}.example`,
  rules: [`*.to-${id}.example`],
})) as [never, never];
const all = { active: 'a', list: [a, b] };

beforeEach(async () => {
  await set(connections, all);
  await putWebsites('b', [
    { id: '1', domain: 'known.example' },
    { id: '2', domain: 'www.other.example' },
    { id: '3', domain: 'one.to-b.example' },
    { id: '4', domain: 'one.to-a.example' },
    { id: '5', domain: 'www.two.to-a.example' },
  ]);
  await putWebsites('a', [
    { id: '1', domain: 'other.example' },
    { id: '2', domain: 'www.two.to-a.example' },
    { id: '3', domain: 'two.to-b.example' },
  ]);
});

test.each([
  ['known.example', 'b', 'b: known.example'],
  ['www.known.example', 'b', 'b: known.example'],
  ['other.example', 'a', 'a: other.example'],
  ['www.other.example', 'b', 'b: www.other.example'],
  ['new.example', 'a', undefined],
  ['one.to-b.example', 'b', 'b: one.to-b.example'],
  ['one.to-a.example', 'a', 'b: one.to-a.example'],
  ['two.to-a.example', 'a', 'a: www.two.to-a.example'],
  ['new.to-b.example', 'b', undefined],
])('%s belongs to %s, known: %s', async (host, id, at) => {
  const { connection, known } = await belonging(host, all, knownSites);
  expect([connection?.id, known && `${known.connection.id}: ${known.site.host}`]).toEqual([id, at]);
});

test.each([
  ['a.example', ['one']],
  ['www.a.example', ['one']],
  ['www.b.example', ['two']],
  ['b.example', ['two']],
  ['c.example', []],
])('what is known of %s, else of its variant', (host, found) => {
  const known = new Map([
    ['a.example', ['one']],
    ['www.b.example', ['two']],
  ]);
  expect([...orVariant(host, (one) => new Set(known.get(one)))]).toEqual(found);
});
