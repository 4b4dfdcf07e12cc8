import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import type { SiteLook } from '@/lib/audit/look.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { heavyPages } from '../data/pages/heavy.ts';
import { shop, stats } from '../data/pages/page.ts';

const host = 'shop.example.com';
const site = { host, domain: host, baseUrl: stats, template: traitsOf().templates.trackingCode };

/** Judges a page so many times, each time another text as from another server, and keeps the results until all are there. */
const code = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { url, site } = workerData;
  // How long it takes depends on what else the machine does.
  performance.now = () => 0;
  parentPort.on('message', async ({ html, times }) => {
    const { judge } = await import(workerData.judge);
    const page = () => ({ url, html: JSON.parse(JSON.stringify(html)), policies: [] });
    parentPort.postMessage(Array.from({ length: times }, () => judge({ is: 'page', page: page() }, site)));
  });`;

/** A thread that fails where it takes more than 40 MB. It takes a second to start, so that one judges all pages. */
let thread: Worker | undefined;
function begin(): Worker {
  const judge = new URL('../../../lib/audit/judge.ts', import.meta.url).href;
  const resourceLimits = { maxOldGenerationSizeMb: 40 };
  return new Worker(code, { eval: true, workerData: { judge, site, url: shop }, resourceLimits });
}
afterAll(() => thread?.terminate());

async function judgeInThread(html: string, times = 1): Promise<SiteLook[]> {
  thread ??= begin();
  const { promise, resolve, reject } = Promise.withResolvers<SiteLook[]>();
  thread.removeAllListeners().once('message', resolve).once('error', reject).postMessage({ html, times });
  return promise.catch((error) => {
    thread = undefined;
    throw error;
  });
}

test.each(heavyPages)('a page made to take much memory is judged with little: $name', async (one) => {
  const { name: _, html, ...right } = one;
  const [{ trackers: __, ...look } = { trackers: [] }] = await judgeInThread(html());
  expect(look).toEqual(right);
});

test('what is kept of a page does not keep the page in memory', async () => {
  const refresh = heavyPages.find(({ state }) => state === 'elsewhere');
  const looks = await judgeInThread(refresh?.html() ?? '', 25);
  expect(new Set(looks.map(({ about }) => about?.length))).toEqual(new Set([200]));
});
