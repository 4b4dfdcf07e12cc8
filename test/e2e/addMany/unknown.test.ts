import { expect, test } from 'vitest';
import { violations } from '../harness/axe.ts';
import { askWorker } from '../harness/connect.ts';
import { press, shows } from '../harness/controls.ts';
import { page, playWithOneService, sandbox, session } from '../harness/oneService.ts';
import { openAddMany } from './addManyPage.ts';

const hosts = ['first.example.com', 'second.example.com', 'third.example.com'];

playWithOneService({ behave: { domains: 'duplicates', keepAlive: false }, open: () => openAddMany(session) });

test('what a job does not know is asked once for all: checked again, or sent by a press', async () => {
  // The state of a job eleven minutes after the answers to its last two creates were lost.
  await page.evaluate(async (keys) => {
    const lostAt = Date.now() - 11 * 60_000;
    const { connections } = await chrome.storage.local.get('connections');
    const { id: connection, analyticsUrl: serviceUrl, account } = connections?.value.list[0] ?? {};
    const counts = { waiting: 0, sending: 2, done: 1, failed: 0, skipped: 0 };
    const job = {
      ...{ id: 'j', kind: 'create', serviceUrl, account, connection, fields: { privacy: 1 }, speed: 'fast' },
      ...{ state: 'running', total: 3, counts, outcomes: { created: 1 }, secrets: 0, started: lostAt },
      ...{ troubles: 0, streak: 0, run: { from: lostAt, ended: 1 } },
    };
    const lost = { state: 'sending', sent: lostAt, lost: 1, lostAt, problem: { kind: 'timeout', code: 'unconfirmed' } };
    const items = keys.map((key, at) => ({
      ...{ job: 'j', at, key },
      ...(at ? lost : { state: 'done', outcome: 'created', sent: lostAt }),
    }));
    const { promise, resolve } = Promise.withResolvers<void>();
    const open = indexedDB.open('waymark-jobs');
    open.onsuccess = () => {
      const store = open.result.transaction(['jobs', 'items'], 'readwrite');
      store.objectStore('jobs').put(job);
      for (const item of items) store.objectStore('items').put(item);
      store.oncomplete = () => resolve();
    };
    await promise;
    open.result.close();
  }, hosts);
  await askWorker(session, 'jobs.ping', {});
  const asks = 'The service did not confirm 2 websites, so they may exist.';
  await shows(page, asks);
  await shows(page, '1 added, 2 not confirmed');
  expect(await violations(page)).toEqual([]);
  const creates = () => sandbox.log.filter(({ operation }) => operation === 'websites.create').length;
  // One of the creates is carried out late.
  sandbox.addWebsite({ domain: hosts[1] ?? '' });
  await press(page, 'button', 'Check again');
  await shows(page, '2 added, 1 not confirmed');
  expect(creates()).toBe(0);
  await press(page, 'button', 'Send 1 again');
  await shows(page, '3 added');
  expect([creates(), sandbox.websites().map(({ domain }) => domain)]).toEqual([1, [hosts[1], hosts[2]]]);
});
