import { expect, test } from 'vitest';
import { startFor } from '@/entrypoints/manage/useStart.ts';
import { type ConnectionAddress, defaults, preferences } from '@/lib/storage/settings.ts';
import { everyConnection } from '@/lib/websites/query.ts';

const at = (id: string, more: Partial<ConnectionAddress> = {}): ConnectionAddress => ({
  id,
  analyticsUrl: `https://${id}.example`,
  account: `of ${id}`,
  ...more,
});
const own = {
  defaults: { ...defaults.fallback, privacy: 0, exclude_ips: ['192.0.2.1'] },
  templates: { statisticsUrl: 'https://first.example/of/{domain}', trackingCode: '', accountUrl: '' },
} as const;

test.each<[string, ConnectionAddress]>([
  ['has settings of its own', at('first', own as never)],
  ['is of another kind', at('first', { kind: 'matomo' })],
])('beside one that %s, each of all connections has what holds for it alone', (_what, first) => {
  const loaded = {
    connections: { list: [first, at('second'), at('third', { kind: 'umami' })] },
    opened: everyConnection,
    defaults: defaults.fallback,
    preferences: preferences.fallback,
    perPage: 50 as const,
  };
  const all = startFor(loaded, undefined);
  for (const id of ['first', 'second', 'third']) {
    const { of: _, ...alone } = startFor(loaded, id);
    expect(all.of(id)).toMatchObject(alone);
  }
});
