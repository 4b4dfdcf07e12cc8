import type { Page } from 'puppeteer-core';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { violations } from '../harness/axe.ts';
import { connect } from '../harness/connect.ts';
import { fill, press, said, shows, type } from '../harness/controls.ts';
import { openPopup, stored } from '../harness/extension.ts';
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

/** Opens the settings as the popup over a page does. */
async function connectFrom(page: string, connect: (popup: Page) => Promise<unknown>): Promise<Page> {
  const tab = await session.browser.newPage();
  await tab.goto(page);
  const popup = await openPopup(session, tab);
  const opened = session.browser.waitForTarget((target) => target.url().includes('options.html?connect='));
  await connect(popup);
  const options = await (await opened).page();
  if (!options) throw new Error('The settings did not open.');
  await options.waitForFunction(() => document.activeElement?.matches('input[type=password]'));
  return options;
}
const addressIn = (options: Page) =>
  options.$eval('input[inputmode=url]', (input) => (input as HTMLInputElement).value);

test.each(['', '/dashboard/websites/7?tab=a'])(
  'over a page of the service (%s) only the key is to be typed',
  async (path) => {
    const address = `${sandbox.url}${path}`;
    const options = await connectFrom(address, async (popup) => {
      await fill(popup, 'Analytics service address', address);
      await press(popup, 'button', 'Continue');
    });
    // Found by scripts in the page, because no access has been granted yet.
    await shows(options, 'A service that Waymark supports was found at this address.');
    expect(sandbox.log.filter(({ key }) => key !== 'none')).toEqual([]);
    await grantHost(session, 'http://127.0.0.1/*');
    keepSecret(sandbox.key);
    await type(options, sandbox.key);
    await press(options, 'button', 'Save and test');
    await said(options, 'Connected');
    const { connections } = await stored(session);
    expect(connections).toMatchObject({ value: { list: [{ analyticsUrl: sandbox.url }] } });
  },
);

test('a further service is connected in the same way; its kind is said before there is a key', async () => {
  const umami = await startUmami();
  onTestFinished(() => {
    // The visit to the service's page has the browser's cookie.
    const asked = umami.log.filter(({ path }) => path.startsWith('/api/'));
    umami.log.splice(0, umami.log.length, ...asked);
    return umami.close();
  });
  await connect(session, sandbox);
  sandbox.clearLog();
  const page = `${umami.url}/websites/7?tab=a`;
  const options = await connectFrom(page, async (popup) => {
    await press(popup, 'button', 'More');
    await press(popup, 'button', 'Connect 127.0.0.1');
  });
  await shows(options, 'Umami was found at this address.');
  expect(await addressIn(options)).toBe(umami.url);
  expect(await violations(options)).toEqual([]);
  keepSecret(umami.key);
  await type(options, umami.key);
  await press(options, 'button', 'Save and test');
  await said(options, 'Umami connected');
  const { list } = ((await stored(session)).connections as { value: unknown }).value as {
    list: { analyticsUrl: string; kind?: string }[];
  };
  expect(list).toMatchObject([{ analyticsUrl: sandbox.url }, { analyticsUrl: umami.url, kind: 'umami' }]);
  expect(sandbox.log.filter(({ operation }) => operation !== 'websites.list')).toEqual([]);
  // The service is connected now, so nothing is offered any more.
  await press(options, 'link', 'Settings');
  await press(options, 'button', 'Add connection');
  await shows(options, 'New connection');
  expect(
    await options.$$eval('button', (all) =>
      all.map((one) => one.textContent).filter((text) => text?.startsWith('Connect ')),
    ),
  ).toEqual([]);
});
