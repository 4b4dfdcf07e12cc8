import { beforeAll, expect, test } from 'vitest';
import { code, page as html } from '../../unit/data/pages/page.ts';
import { askWorker } from '../harness/connect.ts';
import { press, shows } from '../harness/controls.ts';
import { killWorker, withBarePage } from '../harness/extension.ts';
import { full } from '../harness/full.ts';
import { allowHost, grantedHosts } from '../harness/permissions.ts';
import { inChromium } from '../harness/stage.ts';
import { openManage } from '../manage/managePage.ts';
import { visitsTo } from './auditPage.ts';
import { openFarm, sends } from './farm.ts';

const slow = Array.from({ length: 20 }, (_, at) => `slow-${at}.example`);
const quick = Array.from({ length: 8 }, (_, at) => `quick-${at}.example`);
const deadly = 'deadly.example';

const stage = inChromium({ trusting: true }, ({ url }) =>
  openFarm({
    ...Object.fromEntries(slow.map((host) => [host, () => undefined])),
    ...Object.fromEntries(quick.map((host) => [host, sends(html(code(url)))])),
    [deadly]: () => void killWorker(stage.session),
  }),
);
beforeAll(() => allowHost(stage.session, 'https://*/*'));

const visited = (host: string) => visitsTo(stage.web, host);

/** Starts an audit of these sites, with access to them. */
async function audit(sites: readonly string[]): Promise<string> {
  const id = crypto.randomUUID();
  const origins = sites.map((host) => `https://${host}/*`);
  await withBarePage(stage.session, (page) =>
    page.evaluate((all) => chrome.permissions.request({ origins: all }), origins),
  );
  const items = sites.map((key) => ({ key }));
  await askWorker(stage.session, 'jobs.start', { id, kind: 'audit', items, fields: {}, speed: 'fast' });
  return id;
}

test('a create is sent at once while an audit waits for sites that do not answer', async () => {
  const id = await audit(slow);
  await expect.poll(() => slow.filter(visited).length).toBe(6);
  const items = [{ key: 'new.example.com' }];
  const job = { id: crypto.randomUUID(), kind: 'create', items, fields: { privacy: 1 }, speed: 'careful' };
  await askWorker(stage.session, 'jobs.start', job);
  await expect.poll(() => stage.sandbox.websites().map(({ domain }) => domain)).toEqual(['new.example.com']);
  // None of these requests was given up meanwhile, because another one would have been sent in its place.
  expect(slow.filter(visited).length).toBe(6);
  await askWorker(stage.session, 'jobs.cancel', { id });
});

full.test(
  'a page that ends the worker each time is tried three times, and all else comes to its end',
  async () => {
    await expect.poll(() => grantedHosts(stage.session), { timeout: 60_000 }).not.toContain(`https://${slow[0]}/*`);
    // The report shows registered sites only.
    stage.sandbox.addWebsites([...quick, deadly].map((domain) => ({ domain })));
    const page = await openManage(stage.session);
    await shows(page, deadly);
    await press(page, 'tab', 'Tracking');
    await audit([...quick.slice(0, 3), deadly, ...quick.slice(3)]);
    await shows(page, 'Waymark was stopped 3 times while reading this page.', { timeout: 120_000 });
    await shows(page, 'Tracking 8');
    expect(visited(deadly)).toBe(3);
    await expect.poll(() => grantedHosts(stage.session)).not.toContain(`https://${deadly}/*`);
  },
  180_000,
);
