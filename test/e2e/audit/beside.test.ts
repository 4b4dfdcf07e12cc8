import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { code, page as html } from '../../unit/data/pages/page.ts';
import { askWorker, connect } from '../harness/connect.ts';
import { shows } from '../harness/controls.ts';
import { killWorker, withBarePage } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import { allowHost, grantedHosts } from '../harness/permissions.ts';
import type { Session } from '../harness/session.ts';
import { openManage } from '../manage/managePage.ts';
import { type Farm, openFarm, sends } from './farm.ts';

let sandbox: Sandbox;
let farm: Farm;
let session: Session;

const slow = Array.from({ length: 20 }, (_, at) => `slow-${at}.example`);
const quick = Array.from({ length: 8 }, (_, at) => `quick-${at}.example`);
const deadly = 'deadly.example';

beforeAll(async () => {
  sandbox = await startSandbox();
  const ours = sends(html(code(sandbox.url)));
  farm = await openFarm({
    ...Object.fromEntries(slow.map((host) => [host, () => undefined])),
    ...Object.fromEntries(quick.map((host) => [host, ours])),
    [deadly]: () => void killWorker(session),
  });
  session = await launch({ hosts: farm.hosts, trusting: true });
  await connect(session, sandbox);
  await allowHost(session, 'https://*/*');
});
afterAll(async () => {
  await session?.close();
  await farm?.close();
  await sandbox?.close();
});

const visited = (host: string) => farm.visits.filter((visit) => visit.host === host).length;

/** Starts an audit of these sites, with access to them. */
async function audit(sites: readonly string[]): Promise<string> {
  const id = crypto.randomUUID();
  const origins = sites.map((host) => `https://${host}/*`);
  await withBarePage(session, (page) => page.evaluate((all) => chrome.permissions.request({ origins: all }), origins));
  const items = sites.map((key) => ({ key }));
  await askWorker(session, 'jobs.start', { id, kind: 'audit', items, fields: {}, speed: 'fast' });
  return id;
}

test('a create is sent at once while an audit waits for sites that do not answer', async () => {
  const id = await audit(slow);
  await expect.poll(() => slow.filter(visited).length).toBe(6);
  const items = [{ key: 'new.example.com' }];
  const from = Date.now();
  const job = { id: crypto.randomUUID(), kind: 'create', items, fields: { privacy: 1 }, speed: 'careful' };
  await askWorker(session, 'jobs.start', job);
  await expect.poll(() => sandbox.websites().map(({ domain }) => domain)).toEqual(['new.example.com']);
  // A page is waited for 15 seconds.
  expect(Date.now() - from).toBeLessThan(10_000);
  expect(slow.filter(visited).length).toBe(6);
  await askWorker(session, 'jobs.cancel', { id });
});

test('a page that ends the worker each time is tried three times, and all else comes to its end', async () => {
  await expect.poll(() => grantedHosts(session), { timeout: 60_000 }).not.toContain(`https://${slow[0]}/*`);
  const page = await openManage(session, '?tab=tracking');
  await audit([...quick.slice(0, 3), deadly, ...quick.slice(3)]);
  await page.waitForSelector('.audit .state-bar', { timeout: 120_000 });
  await shows(page, 'Waymark was stopped 3 times while reading this page.');
  await shows(page, 'Tracking 8');
  expect(visited(deadly)).toBe(3);
  await expect.poll(() => grantedHosts(session)).not.toContain(`https://${deadly}/*`);
}, 180_000);
