import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { callPattern, maxEmbeds } from '@/lib/trackers/find.ts';
import { readEmbeds } from '@/lib/trackers/scan.ts';
import { readPageFacts } from '@/lib/tracking/scan.ts';

/** Runs a function in the document of a page with a base of 1 MB, in a thread that fails where that takes more than 150 MB. */
async function readWithin(read: string, args: readonly unknown[]): Promise<unknown> {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { document } = require('linkedom').parseHTML('<html><body></body></html>');
    document.body.innerHTML = '<script src="a.js"></script><iframe src="b"></iframe>'.repeat(450);
    const own = {
      baseURI: 'https://shop.example.com/' + JSON.parse(JSON.stringify('a'.repeat(1_000_000))) + '/',
      contentType: 'text/html',
      readyState: 'complete',
    };
    for (const [name, value] of Object.entries(own)) Object.defineProperty(document, name, { value });
    Object.assign(globalThis, { document, location: new URL('https://shop.example.com/') });
    const read = (0, eval)('(' + workerData.read + ')');
    parentPort.postMessage(read(...workerData.args));`;
  const resourceLimits = { maxOldGenerationSizeMb: 150 };
  const worker = new Worker(code, { eval: true, workerData: { read, args }, resourceLimits });
  return new Promise<unknown>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  }).finally(() => worker.terminate());
}

const start = `https://shop.example.com/${'a'.repeat(400)}`;

test('the scripts of an open page are read with little memory, however long its base is', async () => {
  const facts = await readWithin(readPageFacts.toString(), ['stats.example.net', []]);
  expect(facts).toMatchObject({ scripts: Array(450).fill({ src: start.slice(0, 200) }) });
});

test('what an open page embeds is, too', async () => {
  const embeds = await readWithin(readEmbeds.toString(), ['stats.example.net', callPattern(), [], maxEmbeds]);
  expect(embeds).toMatchObject({ addresses: Array(500).fill([start.slice(0, 400), []]) });
});
