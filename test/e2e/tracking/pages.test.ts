import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull } from '../../tier.ts';
import { pages } from '../../unit/data/pages/index.ts';
import { type PageCase, shop, stats } from '../../unit/data/pages/page.ts';
import { openPopup, withBarePage } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import type { Session } from '../harness/session.ts';
import { serveCases } from './web.ts';

let web: Awaited<ReturnType<typeof serveCases>>;
let session: Session;
let page: Page;
let current = '';

const baseOf = ({ base = stats }: PageCase) => base;

/** Connects to a service that is never asked, as there is no key; for a case that differs from the one before. */
async function connectFor(one: PageCase): Promise<void> {
  const wanted = JSON.stringify([baseOf(one), one.template]);
  if (wanted === current) return;
  current = wanted;
  const stored = {
    connections: { version: 1, value: { active: 'main', list: [{ id: 'main', analyticsUrl: baseOf(one) }] } },
    preferences: { version: 1, value: one.template === undefined ? {} : { trackingCode: one.template } },
  };
  await withBarePage(session, (bare) => bare.evaluate((items) => chrome.storage.local.set(items), stored));
}

beforeAll(async () => {
  web = await serveCases(pages);
  session = await launch({ web });
  page = await session.browser.newPage();
});
afterAll(async () => {
  await session?.close();
  await web?.close();
});

const all = pages.map((one, index) => ({ ...one, index }));
/** One page for each thing that the popup says: which page is told what is decided in functions, by their own tests. */
const ofEachSort = [
  ...Map.groupBy(all, ({ found, says = [] }) => `${found} ${says.map((one) => one.split(':')[0])}`).values(),
].flatMap((alike) => alike.slice(0, 1));

/** Nothing is known of the registration here. */
const states = { yes: 'found', no: 'absent', unsure: 'unsure' } as const;

describe('the page set in a real browser, through the real popup', () => {
  test.each(isFull ? all : ofEachSort)('$name: $found $says', async (one) => {
    await connectFor(one);
    await page.goto(`${shop}?case=${one.index}`);
    const popup = await openPopup(session, page);
    await popup.waitForSelector('.tracking-status');
    const state = () => popup.$eval('.tracking-status', (block) => block.getAttribute('data-state'));
    await expect.poll(state).toBe(states[one.found]);
    const findings = await popup.$$eval('[data-finding]', (items) =>
      items.map((item) => [item.getAttribute('data-finding'), item.textContent]),
    );
    const says = (one.says ?? []).map((text) => text.split(': '));
    expect(findings.map(([kind]) => kind).sort()).toEqual(says.map(([kind]) => kind).sort());
    for (const [kind, about] of says) {
      const plain = (about ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '');
      expect(findings.find(([found]) => found === kind)?.[1]).toContain(plain);
    }
  });
});
