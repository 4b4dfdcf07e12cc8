import { afterAll, beforeAll, expect, test } from 'vitest';
import { traits } from '../../../lib/services/traits.ts';
import { buildSnippet } from '../../../lib/tracking/build.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { page as html } from '../../unit/data/pages/page.ts';
import { askWorker } from '../harness/connect.ts';
import { press, shows } from '../harness/controls.ts';
import { launch } from '../harness/launch.ts';
import { allowHost, grantHost } from '../harness/permissions.ts';
import { keepSecret } from '../harness/secrets.ts';
import type { Session } from '../harness/session.ts';
import { cells, names, openManage } from '../manage/managePage.ts';
import { ended, openDialog, report } from './auditPage.ts';
import { type Farm, openFarm, sends } from './farm.ts';

const day = 86_400_000;
/** For each site: whether its page has the code, the age of its visits (days), and the expected text. */
const sites = [
  ['steady.example', true, [0.01, 3], 'Tracking · Visits in the last 7 days: 2'],
  ['stopped.example', true, [12], 'No visits arrive · Last visit: 12 days ago', '12 days ago'],
  ['never.example', true, [], 'No visits arrive · No visit yet', 'No visit yet'],
  ['proxied.example', false, [0.2], 'Counted without code · Last visit: 4 hours ago', '5 hr. ago'],
  ['without.example', false, [], 'Code missing · No visit in the last 7 days', 'No visit yet'],
] as const;

let umami: Awaited<ReturnType<typeof startUmami>>;
let farm: Farm;
let session: Session;

beforeAll(async () => {
  umami = await startUmami();
  keepSecret(umami.key);
  const answers = sites.map(([domain, hasCode, visits]) => {
    const id = umami.put(domain, { createdAt: new Date(Date.now() - 90 * day).toISOString() });
    for (const ago of visits) umami.hits.add(id, Date.now() - ago * day);
    const code = buildSnippet(traits.umami.templates.trackingCode, { base_url: umami.url, domain, id }) ?? '';
    return [domain, sends(html(hasCode ? code : ''))] as const;
  });
  farm = await openFarm(Object.fromEntries(answers));
  session = await launch({ hosts: farm.hosts, trusting: true });
  await grantHost(session, 'http://127.0.0.1/*');
  await allowHost(session, 'https://*/*');
  const connection = { services: { analytics: { url: umami.url, key: umami.key } }, keep: 'always' };
  expect(await askWorker(session, 'connection.save', connection)).toMatchObject({ value: { analytics: { ok: true } } });
});
afterAll(async () => {
  await session?.close();
  await farm?.close();
  await umami?.close();
});

test('the list shows when the sites on the screen were last visited, and orders by it', async () => {
  const page = await openManage(session);
  for (const [name, , , , text] of sites.slice(1, 3)) {
    await expect.poll(async () => (await cells(page, name)).visit).toBe(text);
  }
  await press(page, 'button', 'Last visit');
  await expect
    .poll(() => names(page))
    .toEqual(['steady.example', 'proxied.example', 'stopped.example', 'without.example', 'never.example']);
  await page.close();
});

test('a check joins what the pages show with what the service counts, once it has told', async () => {
  const page = await openManage(session, '?tab=tracking');
  await openDialog(page);
  await press(page, 'button', 'Check now');
  await ended(page);
  await shows(page, 'Counted without code 1');
  await shows(page, 'No visits arrive 2');
  expect(await report(page)).toEqual(Object.fromEntries(sites.map(([name, , , told]) => [name, told])));
  await page.close();
});
