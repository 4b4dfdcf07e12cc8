import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { violations } from '../harness/axe.ts';
import { askWorker, connect, forgetLists } from '../harness/connect.ts';
import { control, press, said, shows } from '../harness/controls.ts';
import { killWorker } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import type { Session } from '../harness/session.ts';
import { openManage } from './managePage.ts';

let sandbox: Sandbox;
let session: Session;
let page: Page;

beforeAll(async () => {
  sandbox = await startSandbox();
  session = await launch();
  await connect(session, sandbox);
});
afterAll(async () => {
  await session?.close();
  await sandbox?.close();
});

const writes = () => sandbox.log.filter(({ method }) => method !== 'GET').length;

/** Starts to make six websites public. The first change is refused until much later. */
beforeEach(async () => {
  await forgetLists(session);
  sandbox.reset();
  sandbox.addWebsites(6);
  sandbox.behave({ fault: { is: '429-huge', operation: 'websites.update', times: 1 } });
  page = await openManage(session);
  await press(page, 'checkbox', 'Select all shown');
  await press(page, 'button', 'Set privacy');
  await press(page, 'radio', 'Public');
  await press(page, 'button', 'Apply to 6 websites');
  await shows(page, 'Your service allows no more requests for now. Resumes at');
  return async () => {
    await press(page, 'button', 'Dismiss');
    await page.close();
    expect(session.complaints).toEqual([]);
  };
});

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
