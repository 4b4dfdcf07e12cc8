import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { SiteLook } from '@/lib/audit/look.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { heavyPages } from '../data/pages/heavy.ts';
import { shop, stats } from '../data/pages/page.ts';

const site = {
  host: 'shop.example.com',
  domain: 'shop.example.com',
  baseUrl: stats,
  template: traitsOf().templates.trackingCode,
};

/** Judges a page so many times, keeping the results, in a thread that fails where that takes more than this (megabytes). */
async function judgeWithin(most: number, html: string, times = 1) {
  const judge = new URL('../../../lib/audit/judge.ts', import.meta.url).href;
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.judge).then(({ judge }) => {
      const { html, url, site, times } = workerData;
      // Each time another text, as from another server.
      const page = () => ({ url, html: JSON.parse(JSON.stringify(html)), policies: [] });
      parentPort.postMessage(Array.from({ length: times }, () => judge({ is: 'page', page: page() }, site)));
    });`;
  const worker = new Worker(code, {
    eval: true,
    workerData: { judge, html, times, site, url: shop },
    resourceLimits: { maxOldGenerationSizeMb: most },
  });
  return new Promise<SiteLook[]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  }).finally(() => worker.terminate());
}

test.each(heavyPages)(
  'a page made to take much memory is judged with little: $name',
  async ({ name: _, html, ...right }) => {
    const [{ trackers: __, ...look } = { trackers: [] }] = await judgeWithin(60, html());
    expect(look).toEqual(right);
  },
  60_000,
);

test('what is kept of a page does not keep the page in memory', async () => {
  const refresh = heavyPages.find(({ state }) => state === 'elsewhere');
  const looks = await judgeWithin(60, refresh?.html() ?? '', 100);
  expect(new Set(looks.map(({ about }) => about?.length))).toEqual(new Set([200]));
}, 60_000);
