import { beforeAll, expect, test } from 'vitest';
import { traits } from '../../../lib/services/traits.ts';
import { buildSnippet } from '../../../lib/tracking/build.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { page as html } from '../../unit/data/pages/page.ts';
import { press, shows } from '../harness/controls.ts';
import { allowHost } from '../harness/permissions.ts';
import { inChromium } from '../harness/stage.ts';
import { cells, names, openManage } from '../manage/managePage.ts';
import { ended, openDialog, report } from './auditPage.ts';
import { openFarm, sends } from './farm.ts';

const day = 86_400_000;
/** For each site: whether its page has the code, the age of its visits (days), and the expected text. */
const sites = [
  ['steady.example', true, [0.01, 3], 'Tracking · Visits in the last 7 days: 2'],
  ['stopped.example', true, [12], 'No visits arrive · Last visit: 12 days ago', '12 days ago'],
  ['never.example', true, [], 'No visits arrive · No visit yet', 'No visit yet'],
  ['proxied.example', false, [0.2], 'Counted without code · Last visit: 4 hours ago', '5 hr. ago'],
  ['without.example', false, [], 'Code missing · No visit in the last 7 days', 'No visit yet'],
] as const;

const stage = inChromium(
  { trusting: true },
  (umami) => {
    const answers = sites.map(([domain, hasCode, visits]) => {
      const id = umami.put(domain, { createdAt: new Date(Date.now() - 90 * day).toISOString() });
      for (const ago of visits) umami.hits.add(id, Date.now() - ago * day);
      const code = buildSnippet(traits.umami.templates.trackingCode, { base_url: umami.url, domain, id }) ?? '';
      return [domain, sends(html(hasCode ? code : ''))] as const;
    });
    return openFarm(Object.fromEntries(answers));
  },
  startUmami,
);
beforeAll(() => allowHost(stage.session, 'https://*/*'));

test('the list shows when the sites on the screen were last visited, and orders by it', async () => {
  const page = await openManage(stage.session);
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
  const page = await openManage(stage.session, '?tab=tracking');
  await openDialog(page);
  await press(page, 'button', 'Check now');
  await ended(page);
  await shows(page, 'Counted without code 1');
  await shows(page, 'No visits arrive 2');
  await expect.poll(() => report(page)).toEqual(Object.fromEntries(sites.map(([name, , , told]) => [name, told])));
  await page.close();
});
