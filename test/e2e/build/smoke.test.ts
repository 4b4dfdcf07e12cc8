import { expect, test } from 'vitest';
import { openPage, urlOf, worker } from '../harness/extension.ts';
import { grantedHosts } from '../harness/permissions.ts';
import { inChromium } from '../harness/stage.ts';

const stage = inChromium({ connected: false });

test('every extension page opens and the worker starts without a complaint, and nothing is granted at install', async () => {
  for (const path of ['popup.html', 'options.html', 'manage.html']) await (await openPage(stage.session, path)).close();
  expect((await worker(stage.session)).url()).toBe(urlOf(stage.session, 'background.js'));
  expect(stage.session.complaints).toEqual([]);
  expect(await grantedHosts(stage.session)).toEqual([]);
});

test('a complaint of the worker is noticed', async () => {
  await (await worker(stage.session)).evaluate(() => void Promise.reject(new Error('a made-up complaint')));
  await expect.poll(() => stage.session.complaints.map(({ text }) => text).join()).toContain('a made-up complaint');
  stage.session.complaints.length = 0;
});
