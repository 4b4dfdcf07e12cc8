import { expect, test } from 'vitest';
import { control, press, said, shows } from '../harness/controls.ts';
import { openPopup } from '../harness/extension.ts';
import { page, playWithOneService, sandbox, session } from '../harness/oneService.ts';

const host = 'shop.example.com';

playWithOneService({
  behave: { domains: 'duplicates', keepAlive: false },
  isWeb: true,
  open: () => session.browser.newPage(),
});

test('a service holds the POST for 45 s: Try again sends no second one, and finds what came late', async () => {
  const creates = () => sandbox.log.filter(({ operation }) => operation === 'websites.create').length;
  await page.goto(`http://${host}/`);
  const popup = await openPopup(session, page);
  await shows(popup, 'Not registered');
  sandbox.behave({ delay: { is: 45_000, operation: 'websites.create', times: 1 } });
  await press(popup, 'button', `Track ${host}`);
  await shows(popup, 'Waymark checks before it sends anything.');
  await press(popup, 'button', 'Try again');
  await shows(popup, `${host} may be registered, but it is not listed.`);
  await control(popup, 'button', 'Register anyway');
  expect([creates(), sandbox.websites()]).toEqual([1, []]);
  await expect.poll(() => sandbox.websites().length, { timeout: 45_000 }).toBe(1);
  await press(popup, 'button', 'Try again');
  expect(await said(popup, 'is registered')).toBe(`${host} is registered (confirmed afterwards).`);
  expect([creates(), sandbox.websites().length]).toEqual([1, 1]);
});
