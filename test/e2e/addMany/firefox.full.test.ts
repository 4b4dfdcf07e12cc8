import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { type Firefox, launchFirefox } from '../harness/firefox.ts';
import { connectInFirefox } from '../harness/firefoxConnect.ts';
import { background, complaints, openedPage, openPage, suspend } from '../harness/firefoxState.ts';
import { openWeb, type Web } from '../harness/web.ts';
import { paste, pressFirst, unanswered } from './addManyPage.ts';

const hosts = Array.from({ length: 110 }, (_, n) => `client-${n}.example.com`);

let sandbox: Sandbox;
let web: Web;
let firefox: Firefox;

/** Suspends the background three seconds into the work, whatever it does. */
async function workAndSuspend(): Promise<void> {
  const before = sandbox.log.length;
  await expect.poll(() => sandbox.log.length, { timeout: 45_000 }).toBeGreaterThan(before);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await suspend(firefox);
  // An event may start the background again at once.
  expect(['stopped', 'starting']).toContain(await background(firefox));
}

beforeEach(async () => {
  [sandbox, web] = await Promise.all([startSandbox(), openWeb()]);
  firefox = await launchFirefox({ web });
  await connectInFirefox(firefox, await openedPage(firefox, 'options.html'), sandbox);
});
afterEach(async () => {
  await firefox?.close();
  await Promise.all([sandbox?.close(), web?.close()]);
});

test('110 domains, the background suspended every three seconds, the page closed: each once', async () => {
  sandbox.behave({ rateLimit: { limit: 60, windowMs: 4_000 }, delay: 80, domains: 'duplicates' });
  let page = await openPage(firefox, 'manage.html?tab=add');
  await paste(page, hosts.join('\n'));
  await pressFirst(page, `Check ${hosts.length} sites`);
  await pressFirst(page, `Add ${hosts.length} sites`);
  await workAndSuspend();
  await workAndSuspend();
  await page.close();
  // Now only the alarm starts the background.
  await workAndSuspend();
  expect(sandbox.websites().length).toBeLessThan(hosts.length);
  page = await openPage(firefox, 'manage.html?tab=add');
  // At most one for each suspension: if it came right before a request, Waymark cannot know that none was sent.
  expect(await unanswered(page, sandbox, hosts)).toBeLessThanOrEqual(3);
  expect(await complaints(firefox)).toEqual([]);
}, 420_000);
