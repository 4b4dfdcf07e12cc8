import { expect, test } from 'vitest';
import type { ConnectionReport } from '@/lib/messages/commands.ts';
import { keepReport, lastReportOf } from '@/lib/storage/lastReport.ts';
import { get } from '@/lib/storage/settings.ts';

const fine = { analytics: { ok: true, count: 1, more: false } } as const;
const noAccess = { ok: false, problem: { kind: 'access', url: 'https://a.example' } } as const;
test.each<[string, ConnectionReport, read: ConnectionReport | undefined]>([
  ['its analytics service', { analytics: noAccess }, undefined],
  ['its SEO service', { ...fine, seo: noAccess }, fine],
  ['both services', { analytics: noAccess, seo: noAccess }, undefined],
])('once access is given back, a test without access to %s is no fault', async (_what, report, read) => {
  await keepReport('a', report);
  expect((await get(lastReportOf('a')))?.report).toEqual(read);
});
