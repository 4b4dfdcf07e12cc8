import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
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
  return new Promise<{ state: string; about?: string }[]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  }).finally(() => worker.terminate());
}

test.each(Object.keys(heavyPages))(
  'a page made to take much memory is judged with little: %s',
  async (name) => {
    const [look] = await judgeWithin(60, heavyPages[name]?.() ?? '');
    expect(['unsure', 'missing', 'elsewhere']).toContain(look?.state);
    expect(JSON.stringify(look).length).toBeLessThan(2_000);
  },
  60_000,
);

test('what is kept of a page does not keep the page in memory', async () => {
  const looks = await judgeWithin(60, heavyPages['a long refresh']?.() ?? '', 100);
  expect(new Set(looks.map(({ about }) => about?.length))).toEqual(new Set([200]));
}, 60_000);
