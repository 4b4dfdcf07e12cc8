import { expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { connect } from '../harness/connect.ts';
import { control, press, said, shows } from '../harness/controls.ts';
import { openPopup } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import { openWeb } from '../harness/web.ts';

const host = 'shop.example.com';

test('a service holds the POST for 45 s: Try again sends no second one, and finds what came late', async () => {
  const web = await openWeb();
  const sandbox = await startSandbox({ behave: { domains: 'duplicates', keepAlive: false } });
  const session = await launch({ web });
  const creates = () => sandbox.log.filter(({ operation }) => operation === 'websites.create').length;
  try {
    await connect(session, sandbox);
    const page = await session.browser.newPage();
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
    expect(session.complaints).toEqual([]);
  } finally {
    await session.close();
    await Promise.all([sandbox.close(), web.close()]);
  }
}, 120_000);
