import { expect, test } from 'vitest';
import { accountsOf, addressesOf, serviceAt, servicesOf, serviceWith } from '@/lib/connections/services.ts';

const [a, b] = ['https://a.example', 'https://b.example'];
const analytics = { service: 'analytics', url: a, account: 'A', list: 'websites' };
const seo = { service: 'seo', url: b, account: 'B', list: 'projects' };
const one = { id: 'main', analyticsUrl: a, account: 'A' };
const two = { ...one, seoUrl: b, seoAccount: 'B' };

test.each([
  ['nothing', undefined, []],
  ['one service', one, [analytics]],
  ['one of a kind', { ...one, kind: 'umami' as const }, [{ ...analytics, kind: 'umami' }]],
  ['two services', two, [analytics, seo]],
  ['two, of which the first has a kind', { ...two, kind: 'matomo' as const }, [{ ...analytics, kind: 'matomo' }, seo]],
  ['two with one account', { ...two, seoAccount: 'A' }, [analytics, { ...seo, account: 'A' }]],
  ['the address of a second without its account', { ...one, seoUrl: b }, [analytics]],
])('%s', (_what, connection, all) => {
  expect(servicesOf(connection)).toEqual(all);
  expect(accountsOf(connection)).toEqual(all.map(({ account }) => account));
  for (const list of ['websites', 'projects'] as const)
    expect(serviceWith(list, connection)).toEqual(all.find((found) => found.list === list));
  for (const service of ['analytics', 'seo'] as const)
    expect(serviceAt(connection, service)).toEqual(all.find((found) => found.service === service));
});

test.each([
  [{ analyticsUrl: a }, [a]],
  [{ analyticsUrl: a, seoUrl: '' }, [a]],
  [{ analyticsUrl: a, seoUrl: b }, [a, b]],
])('the addresses of what is typed: %o', (typed, urls) => {
  expect(addressesOf(typed)).toEqual(urls);
});
