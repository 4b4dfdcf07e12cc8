import type { Page } from 'puppeteer-core';
import { beforeAll, expect, test } from 'vitest';
import { page as html } from '../../unit/data/pages/page.ts';
import { press } from '../harness/controls.ts';
import { allowHost } from '../harness/permissions.ts';
import { inChromium } from '../harness/stage.ts';
import { openManage } from '../manage/managePage.ts';
import { ended, openDialog, report } from './auditPage.ts';
import { addsCode, openFarm, sends, tagged } from './farm.ts';

let page: Page;

const onLoad = (script: string) => html(tagged, `<script>onload = () => setTimeout(() => { ${script} }, 100)</script>`);
const stage = inChromium({ trusting: true }, ({ url }) => {
  const names = ['querySelectorAll', 'readyState', 'contentType', 'baseURI', 'body'];
  const taking = names.flatMap((name) => [`<form name="${name}"></form>`, `<embed name="${name}">`]).join('');
  return openFarm({
    'names.example': sends(html(tagged, `<main>Names</main>${addsCode(url)}${taking}<img name="forms">`)),
    'loop.example': sends(onLoad('for (const until = Date.now() + 20_000; Date.now() < until; );')),
    'message.example': sends(onLoad("alert('made up')")),
  });
});
const sites = ['names.example', 'loop.example', 'message.example'];
beforeAll(async () => {
  stage.sandbox.addWebsites(sites.map((domain) => ({ domain, privacy: 1 })));
  await allowHost(stage.session, 'https://*/*');
  page = await openManage(stage.session);
});

test('pages that take the document’s names, loop, or show a message are looked at within a time, and told as they are', async () => {
  await openDialog(page, 'Check tracking');
  await press(page, 'button', 'Check now');
  await ended(page);
  const unknown = expect.stringMatching(/^Cannot tell · The code may come through Google Tag Manager/);
  await expect.poll(() => report(page)).toEqual(Object.fromEntries(sites.map((site) => [site, unknown])));
  await press(page, 'button', 'Open and look (3)');
  const busy = 'Cannot tell · The page is busy or shows a message, so Waymark could not check it.';
  await expect
    .poll(() => report(page), { timeout: 40_000 })
    .toEqual({ 'names.example': 'Tracking', 'loop.example': busy, 'message.example': busy });
  const open = async () => (await stage.session.browser.targets()).filter((one) => one.url().includes('.example'));
  await expect.poll(async () => (await open()).length).toBe(0);
});
