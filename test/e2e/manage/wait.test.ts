import { afterEach, beforeEach, expect, test } from 'vitest';
import { violations } from '../harness/axe.ts';
import { askWorker, forgetLists } from '../harness/connect.ts';
import { control, press, said, shows } from '../harness/controls.ts';
import { killWorker } from '../harness/extension.ts';
import { page, playWithOneService, sandbox, session } from '../harness/oneService.ts';
import { changeAll } from './managePage.ts';
import { open } from './open.ts';

const writes = () => sandbox.log.filter(({ method }) => method !== 'GET').length;

playWithOneService();

/** Starts to make six websites public. The first change is refused until much later. */
beforeEach(async () => {
  await forgetLists(session);
  sandbox.addWebsites(6);
  sandbox.behave({ fault: { is: '429-huge', operation: 'websites.update', times: 1 } });
  await open();
  await changeAll(page, 'Set privacy', 'Public', 6);
  await shows(page, 'Your service allows no more requests for now. Resumes at');
});
afterEach(() => press(page, 'button', 'Dismiss'));

test('a service refused once for very long: Try now goes on at once', async () => {
  await control(page, 'button', 'Try now');
  expect(await violations(page)).toEqual([]);
  expect(writes()).toBe(1);
  await press(page, 'button', 'Try now');
  await said(page, '6 of 6 done');
  expect(writes()).toBe(7);
});

test('another request succeeds, of another worker, too: it goes on by itself', async () => {
  await killWorker(session);
  await askWorker(session, 'websites.list', { per_page: 10 });
  await said(page, '6 of 6 done');
  expect(writes()).toBe(7);
});
