import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { press, said, type } from '../harness/controls.ts';
import { openPopup } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import { grantHost } from '../harness/permissions.ts';
import { keepSecret } from '../harness/secrets.ts';
import type { Session } from '../harness/session.ts';

let sandbox: Sandbox;
let session: Session;

beforeEach(async () => {
  sandbox = await startSandbox();
  session = await launch();
});
afterEach(async () => {
  await session?.close();
  await sandbox?.close();
});

test.each(['', '/dashboard/websites/7?tab=a'])(
  'over a page of the service (%s) only the key is to be typed',
  async (path) => {
    await grantHost(session, 'http://127.0.0.1/*');
    const tab = await session.browser.newPage();
    await tab.goto(`${sandbox.url}${path}`);
    const popup = await openPopup(session, tab);
    const opened = session.browser.waitForTarget((target) => target.url().includes('options.html?connect='));
    await press(popup, 'button', 'Connect 127.0.0.1');
    const options = await (await opened).page();
    if (!options) throw new Error('The settings did not open.');
    await options.waitForFunction(() => document.activeElement?.matches('input[type=password]'));
    expect(sandbox.log.filter(({ operation }) => operation)).toEqual([]);
    keepSecret(sandbox.key);
    await type(options, sandbox.key);
    await press(options, 'button', 'Save and test');
    await said(options, 'Connected');
    const address = await options.$eval('input[inputmode=url]', (input) => (input as HTMLInputElement).value);
    expect(address).toBe(sandbox.url);
  },
);
