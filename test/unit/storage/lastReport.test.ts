import { beforeEach, expect, test, vi } from 'vitest';
import type { ConnectionReport } from '@/lib/messages/commands.ts';
import { keepReport, lastReportOf } from '@/lib/storage/lastReport.ts';
import { get } from '@/lib/storage/settings.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
});

const good = { ok: true, count: 1, more: false } as const;
const bad = (kind: 'auth' | 'network') => ({ ok: false, problem: { kind } }) as const;
const [refused, fine] = [{ analytics: bad('auth') }, { analytics: good }];

test.each<[string, ConnectionReport[], since: number | undefined]>([
  ['a first fault', [refused], undefined],
  ['the same again', [refused, refused], 1000],
  ['the same for the third time', [refused, refused, refused], 1000],
  ['another fault', [refused, { analytics: bad('network') }], undefined],
  ['of the other service', [refused, { ...fine, seo: bad('auth') }], undefined],
  ['after a good test', [refused, fine, refused], undefined],
  ['no fault', [fine, fine], undefined],
])('since when it is so: %s', async (_what, reports, since) => {
  for (const report of reports) {
    await keepReport('a', report);
    vi.advanceTimersByTime(1000);
    vi.setSystemTime(Date.now() + 1000);
  }
  expect((await get(lastReportOf('a')))?.since).toBe(since);
});

const noAccess = { ok: false, problem: { kind: 'access', url: 'https://a.example' } } as const;
test.each<[string, ConnectionReport, read: ConnectionReport | undefined]>([
  ['its analytics service', { analytics: noAccess }, undefined],
  ['its SEO service', { ...fine, seo: noAccess }, fine],
  ['both services', { analytics: noAccess, seo: noAccess }, undefined],
])('once access is given back, a test without access to %s is no fault', async (_what, report, read) => {
  await keepReport('a', report);
  expect((await get(lastReportOf('a')))?.report).toEqual(read);
});
