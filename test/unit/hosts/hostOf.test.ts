import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostInList } from '@/lib/hosts/hostInList.ts';
import { hostOf, hostOfAddress } from '@/lib/hosts/hostOf.ts';
import { forMany } from '../util/forAny.ts';

test.each([
  ['example.com', 'example.com'],
  [' Example.COM. ', 'example.com'],
  ['https://example.com', 'example.com'],
  ['HTTP://example.com/', 'example.com'],
  ['example.com/', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['[2001:db8::1]', '[2001:db8::1]'],
  ['192.0.2.1', '192.0.2.1'],
  ['localhost', 'localhost'],
  // These are records of their own, not the host's.
  ['example.com/a.html', undefined],
  ['example.com\\a', undefined],
  ['example.com:8080', undefined],
  ['[2001:db8::1]:80', undefined],
  ['https://user:pass@example.com/', undefined],
  ['example.com?a=b', undefined],
  ['example.com#a', undefined],
  ['view-source:https://example.com', undefined],
  ['*.example.com', undefined],
  ['my site.com', undefined],
  ['', undefined],
])('%j stands for %j', (domain, host) => {
  expect(hostOf(domain)).toBe(host);
});

test.each([
  ['https://example.com', 'example.com'],
  ['HTTP://Example.COM./Shop?a=b#c', 'example.com'],
  ['http://example.com:8080', 'example.com'],
  ['https://user:pass@example.com/', 'example.com'],
  ['https://bücher.example/ä', 'xn--bcher-kva.example'],
  ['http://[2001:db8::1]:80/', '[2001:db8::1]'],
  ['http://my site/a b', undefined],
  ['app://example.com', undefined],
  ['example.com', undefined],
  ['', undefined],
])('the host of the address %j is %j', (address, host) => {
  expect(hostOfAddress(address)).toBe(host);
});

test('a name in a list stands for what parsing makes of it', async () => {
  const label = fc.oneof(
    fc.constantFrom('www', 'a-b', '1', '-a', 'a-', 'xn--mller-kva', 'xn--', 'A', 'a_b', 'é', 'localhost', '', 'com'),
    fc.string({ unit: fc.constantFrom('a', '0', '-'), minLength: 1, maxLength: 64 }),
  );
  await forMany(5000, [fc.array(label, { minLength: 1, maxLength: 6 })], (labels) => {
    const name = labels.join('.');
    expect(hostInList(name)).toBe(hostOf(name));
  });
});
