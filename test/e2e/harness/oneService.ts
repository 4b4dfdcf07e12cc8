import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Behaviour, type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { connect, forgetSites } from './connect.ts';
import { launch } from './launch.ts';
import type { Session } from './session.ts';
import { openWeb, type Web } from './web.ts';

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
  const { behave = {}, seo = false, isWeb = false, open } = given;
  let web: Web | undefined;
  beforeAll(async () => {
    if (isWeb) web = await openWeb();
    sandbox = await startSandbox({ behave });
    session = await launch(web ? { web } : {});
    await connect(session, sandbox, { seo });
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
  afterAll(async () => {
    await session?.close();
    await sandbox?.close();
    await web?.close();
  });
}
