import type { Page } from 'puppeteer-core';
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Behaviour, Sandbox } from '../../sandbox/sandbox.ts';
import { forgetSites } from './connect.ts';
import type { Session } from './session.ts';
import { inChromium } from './stage.ts';
import { openWeb } from './web.ts';

export let sandbox: Sandbox;
export let session: Session;
/** The page that a test is about. It is closed at the end of the test. */
export let page: Page;

/** Makes a page the one that the test is about (`page`) from now on. */
export async function showPage(opening: Promise<Page>): Promise<Page> {
  page = await opening;
  return page;
}

/** The behaviour of a service whose rate limit is so high that no test has to wait. */
export const unlimited: Behaviour = { rateLimit: { limit: 1000, windowMs: 60_000 } };

/**
 * Sets up one service and one browser that is connected to it, for all tests of a file. Each test begins with an empty
 * service and, if `open` is given, with the page that it opens. After each test, there may be no complaint.
 */
export function playWithOneService(
  given: { behave?: Behaviour; seo?: boolean; isWeb?: boolean; open?: () => Promise<Page> } = {},
): void {
  const { behave = {}, seo, isWeb, open } = given;
  const noWeb = async () => ({ close: async () => {} });
  const stage = inChromium({ behave, ...(seo && { connected: 'withSeo' }) }, isWeb ? () => openWeb() : noWeb);
  beforeAll(() => {
    ({ sandbox, session } = stage);
  });
  beforeEach(async () => {
    await forgetSites(session);
    sandbox.reset();
    if (open) await showPage(open());
  });
  afterEach(async () => {
    await page?.close();
    expect(session.complaints).toEqual([]);
  });
}
