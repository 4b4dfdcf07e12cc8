// npm run shots: takes the stores' pictures of the real extension, into assets/store/pictures.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { control, fill, press, said, shows } from '../e2e/harness/controls.ts';
import { demoPage } from '../e2e/harness/demoPage.ts';
import { openPage, openPopup } from '../e2e/harness/extension.ts';
import { launch } from '../e2e/harness/launch.ts';
import { openWeb } from '../e2e/harness/web.ts';
import { startSandbox } from '../sandbox/sandbox.ts';
import { privateBuild } from './build.ts';
import { chromiumDriver } from './driveChromium.ts';
import { overPage, tile } from './storeFrames.ts';
import { connect } from './tour.ts';

const root = new URL('../..', import.meta.url).pathname;
const folder = join(root, 'assets', 'store', 'pictures');
const shop = 'http://shop.example.com/';
const names = ['blog', 'docs', 'help', 'journal', 'lamps', 'news', 'status', 'studio', 'wiki'];

const build = await privateBuild();
const sandbox = await startSandbox();
const code = `<script data-host="${sandbox.url}" src="${sandbox.url}/js/script.js" id="ZwSg9rf6GA" async defer></script>`;
/** The web pages of a shop, only one of which has the tracking code. */
const web = await openWeb((url) => demoPage(url) + (url.pathname === '/journal' ? code : ''));
const session = await launch({ web, build });
const icon = readFileSync(join(root, 'assets', 'icon.svg'), 'utf8');

/** Waits until nothing moves and the fonts have loaded. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    (document.activeElement as HTMLElement | null)?.blur();
  });

const picture = async (page: Page) => {
  await settled(page);
  return Buffer.from(await page.screenshot({ encoding: 'binary' })).toString('base64');
};

/** Saves a picture of HTML in exactly the size that the stores require. */
async function save(name: string, html: string, width = 1280, height = 800): Promise<void> {
  const page = await session.browser.newPage();
  await page.setViewport({ width, height });
  await page.setContent(html);
  await page.screenshot({ path: join(folder, `${name}.png`) as `${string}.png` });
  await page.close();
  console.log(`assets/store/pictures/${name}.png  ${width}x${height}`);
}

async function pageShot(name: string, path: string, ready: (page: Page) => Promise<unknown>): Promise<void> {
  const page = await openPage(session, path);
  await page.setViewport({ width: 1280, height: 800 });
  await ready(page);
  await settled(page);
  await page.screenshot({ path: join(folder, `${name}.png`) as `${string}.png` });
  await page.close();
  console.log(`assets/store/pictures/${name}.png  1280x800`);
}

/** Takes a picture of the popup over a page. */
async function popupShot(name: string, url: string, act: (popup: Page) => Promise<unknown>): Promise<string> {
  const page = await session.browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(url);
  const below = await picture(page);
  const popup = await openPopup(session, page);
  await act(popup);
  const above = await picture(popup);
  await save(name, overPage(below, above));
  await page.close();
  return above;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
try {
  const stage = { driver: chromiumDriver(session), sandbox, page: await session.browser.newPage() };
  const options = await connect(stage);
  await said(options, 'Connected');
  await options.close();
  for (const [index, name] of names.entries())
    sandbox.addWebsite({ domain: `${name}.example.com`, privacy: index % 3, email: index % 2 });
  await popupShot('1-popup-new', shop, (popup) => shows(popup, 'Not registered'));
  const registered = await popupShot('2-popup-registered', `${shop}journal`, async (popup) => {
    await press(popup, 'button', 'Track shop.example.com');
    await said(popup, 'registered');
    await shows(popup, 'Score 87');
    await shows(popup, 'The tracking code is on this page.');
  });
  await pageShot('3-manage', 'manage.html', (page) => shows(page, 'wiki.example.com'));
  await pageShot('4-add-many', 'manage.html#add-many', async (page) => {
    await press(page, 'tab', 'Add many');
    await fill(
      page,
      'Sites',
      [...names.slice(0, 3), 'garden', 'kitchen', 'workshop'].map((name) => `${name}.example.com`).join('\n'),
    );
    await press(page, 'button', 'Check 6 sites');
    await control(page, 'button', 'Add 3 sites');
  });
  await pageShot('5-settings', 'options.html', (page) => shows(page, 'Connection'));
  await save('promotional-tile', tile(icon, registered), 440, 280);
} finally {
  await session.close();
  await Promise.all([sandbox.close(), web.close()]);
  rmSync(build, { recursive: true, force: true });
}
