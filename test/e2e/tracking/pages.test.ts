import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull } from '../../tier.ts';
import { pages } from '../../unit/data/pages/index.ts';
import { type PageCase, shop, stats } from '../../unit/data/pages/page.ts';
import { type BrowserName, browsers, type Subject, start } from '../guarantees/browsers.ts';
import { closePopup } from '../harness/firefoxPopup.ts';
import { serveCases } from './web.ts';

type Row = PageCase & { index: number };
const all: Row[] = pages.map((one, index) => ({ ...one, index }));

/** One page for each text of the popup. Unit tests decide which page has which text. */
const ofEachSort = [
  ...Map.groupBy(all, ({ found, says = [] }) => `${found} ${says.map((one) => one.split(':')[0])}`).values(),
].flatMap((alike) => alike.slice(0, 1));

/** The pages that browsers parse, run, load, record or change differently. */
const differing = [
  'self-hosted copy with a <base>',
  'in an XHTML page',
  'put in by a script',
  'in a noscript',
  'in a template in a template',
  'policy that only reports',
  'its script is gone',
  'put in as text, which browsers do not run',
  'loaded, and the list of what was loaded emptied',
  'a page of frames',
  'functions replaced by the page',
  'elements named like the document’s functions',
];
const inFirefox = [
  ...all.filter(({ name }) => differing.includes(name)),
  // Firefox keeps no reports of a page's policy. It only shows that the script was not loaded.
  ...all
    .filter(({ name }) => /^refused by the policy/.test(name))
    .map((one): Row => ({ ...one, found: 'unsure', says: ['missing'] })),
];
const rowsOf = (browser: BrowserName) => (browser === 'Firefox' ? inFirefox : isFull ? all : ofEachSort);

test('every page in which browsers differ is there', () => {
  expect(all.filter(({ name }) => differing.includes(name))).toHaveLength(differing.length);
});

/** The popup's tracking state for each `found` of a page case, while the registration is unknown. */
const states = { yes: 'found', no: 'absent', unsure: 'unsure' } as const;

describe.each(browsers)('the page set in %s, through the real popup', (browser) => {
  let web: Awaited<ReturnType<typeof serveCases>>;
  let subject: Subject;
  let page: Page;
  let settings: Page;
  beforeAll(async () => {
    web = await serveCases(pages);
    subject = await start(browser, { web });
    settings = await subject.bare();
    page = await subject.tab();
  });
  afterAll(async () => {
    await subject?.close();
    await web?.close();
  });

  /** Connects to a service that receives no request, because there is no key. */
  const connectFor = ({ base = stats, template }: PageCase) =>
    settings.evaluate((items) => chrome.storage.local.set(items), {
      connections: { version: 1, value: { active: 'main', list: [{ id: 'main', analyticsUrl: base }] } },
      preferences: { version: 1, value: template === undefined ? {} : { trackingCode: template } },
    });

  test.each(rowsOf(browser))('$name: $found $says', async (one) => {
    await connectFor(one);
    await page.goto(`${shop}?case=${one.index}`);
    const popup = await subject.popup(page);
    const says = (one.says ?? []).map((text) => text.split(': ') as [kind: string, about?: string]);
    const seen = () =>
      popup.evaluate(() => {
        const items = [...document.querySelectorAll('[data-finding]')];
        return {
          state: document.querySelector('.tracking-status')?.getAttribute('data-state'),
          findings: items.map((item) => item.getAttribute('data-finding')).sort(),
          texts: items.map((item) => item.textContent),
        };
      });
    const findings = says.map(([kind]) => kind).sort();
    // Code for another site is tracking code all the same.
    const state = one.found === 'no' && findings.includes('site') ? 'found' : states[one.found];
    await expect.poll(seen).toMatchObject({ state, findings });
    const { texts } = await seen();
    for (const [, about = ''] of says) expect(texts.join()).toContain(about.replace(/[\p{Cc}\p{Cf}]/gu, ''));
    if (subject.firefox) await closePopup(subject.firefox);
  });
});
