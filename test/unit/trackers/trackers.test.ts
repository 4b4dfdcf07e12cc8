import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { servedFacts } from '@/lib/audit/servedFacts.ts';
import { callPattern, maxEmbeds, trackerAttributes, trackersOf } from '@/lib/trackers/find.ts';
import { parseEmbeds, readEmbeds, scanTrackers } from '@/lib/trackers/scan.ts';
import { trackerRows } from '@/lib/trackers/table.ts';
import { code, page, shop, stats } from '../data/pages/page.ts';
import { trackerCases } from '../data/trackers/index.ts';
import { forAny } from '../util/forAny.ts';
import { processorTime } from '../util/processorTime.ts';

const host = new URL(stats).host;

const served = (html: string) =>
  servedFacts({ url: shop, html, policies: [] }, { baseUrl: stats, template: '{base_url}' }).embeds;

/** The look at an open page, in a document that has what linkedom leaves out. */
function open(html: string) {
  const { document, window } = parseHTML(html);
  for (const noscript of document.querySelectorAll('noscript')) noscript.textContent = noscript.innerHTML;
  Object.defineProperty(document, 'baseURI', { value: shop });
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', new URL(shop));
  vi.stubGlobal('DOMParser', window.DOMParser);
  return parseEmbeds(readEmbeds(host, callPattern(), trackerAttributes(), maxEmbeds));
}

const hotjarCode = '<script async src="https://static.hotjar.com/c/hotjar-77.js"></script>';
const pixelCall = (before = '') => `<script>${before}fbq('init', '123456789')</script>`;

const named = (html: string) => trackersOf(served(html), host).map(({ name }) => name);

describe('every tracker, where it is and only there', () => {
  test('each has a page', () => {
    expect(new Set(trackerCases.map(([name]) => name))).toEqual(new Set(trackerRows.map(({ name }) => name)));
    expect(trackerRows.filter(({ is }) => is === 'counter').length).toBeGreaterThanOrEqual(30);
  });

  test.each(trackerCases)('%s: %j', (name, ids, html) => {
    const seen = trackersOf(served(page(html)), host).find((one) => one.name === name);
    expect(seen?.ids).toEqual(ids);
    expect(open(page(html))).toEqual(served(page(html)));
  });

  test.each(trackerCases)('%s is not what only looks like it', (name, _ids, _html, looksLike) => {
    expect(named(page(looksLike))).not.toContain(name);
  });

  test.each(trackerCases)('%s is not what a tutorial quotes', (_name, _ids, html) => {
    const quoted = html.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const body = `<pre><code>${quoted}</code></pre><!-- ${html} --><template>${html}</template>`;
    expect(named(page('', body))).toEqual([]);
  });
});

const umami = `<script src="${stats}/script.js" data-website-id="6f1a2b3c-0d1e-4f5a-8b6c-7d8e9f0a1b2c"></script>`;
const held = '<script type="text/plain" data-src="https://static.hotjar.com/c/hotjar-77.js"></script>';
const copy = '<script src="https://p.example.org/js/script.outbound-links.js" data-domain="a.example"></script>';
const inline = `<script>var u="${stats}/";_paq.push(["setSiteId","5"])</script>`;
const data = '<script type="application/ld+json">{"a":"fbq(\'init\', \'123456789\')"}</script>';
const words = '<script src="/__proto__" data-__proto__="x"></script><script>constructor("toString")</script>';
const many = '<script>x()</script>'.repeat(600);
const megabyte = `<script>${'x();'.repeat(20_000)}</script>`.repeat(15);
test.each<[string, string, string[]]>([
  ['none', page(''), []],
  ['the connected service’s own code', page(code()), []],
  ['one that the connected service is a kind of', page(umami), []],
  ['an inline script of the connected service', page(inline), []],
  ['one that waits for consent', page(held), ['Hotjar']],
  ['data for search engines', page(data), []],
  ['an own copy of Plausible', page(copy), ['Plausible']],
  ['names of the language', page(words), []],
  ['behind many other scripts', page(many + hotjarCode), ['Hotjar']],
  ['called behind many other scripts', page(many + pixelCall()), ['Meta Pixel']],
  ['called at the end of a long script', page(pixelCall('x();'.repeat(40_000))), ['Meta Pixel']],
  ['called behind a megabyte of other scripts', page(megabyte + pixelCall()), ['Meta Pixel']],
])('%s', (_name, html, names) => {
  expect(named(html)).toEqual(names);
  expect(open(html)).toEqual(served(html));
});

test('several ids of one tracker, and no more than a line takes', () => {
  const ids = ['G-AAAA1', 'G-AAAA2', 'G-AAAA3', 'G-AAAA4'];
  const html = page(`<script>${ids.map((id) => `gtag('config','${id}');`).join('')}</script>`);
  expect(trackersOf(served(html), host)).toEqual([{ name: 'Google Analytics', is: 'counter', ids: ids.slice(0, 3) }]);
});

test('whatever a page gives is cut to the bounds and never throws', async () => {
  await forAny([fc.anything()], (value) => {
    const { addresses, calls } = parseEmbeds(value);
    trackersOf({ addresses, calls }, host);
  });
  const long = 'x'.repeat(5000);
  const many = parseEmbeds({
    addresses: Array(900).fill([long, Array(90).fill([long, long])]),
    calls: Array(900).fill(long),
  });
  expect(many.addresses).toHaveLength(maxEmbeds.addresses);
  expect(many.addresses[0]?.[0]).toHaveLength(maxEmbeds.characters);
  expect(many.addresses[0]?.[1]).toHaveLength(maxEmbeds.data);
  expect(many.calls).toHaveLength(maxEmbeds.calls);
});

test('no pattern takes long on text that was made for it', async () => {
  const hostile = [
    'gtag( '.repeat(20_000),
    `pa.setConfigurations${'site'.repeat(20_000)}`,
    '_stq.push([ "view"'.repeat(5000),
    '{ ti : '.repeat(15_000),
  ];
  const time = await processorTime(() => {
    for (const text of hostile) text.match(new RegExp(callPattern(), 'g'));
    for (const row of trackerRows) row.address?.exec(`www.googletagmanager.com/gtag/js?${'&id='.repeat(20_000)}`);
  });
  expect(time).toBeLessThan(1000);
});

const hotjar = { addresses: [['https://static.hotjar.com/c/hotjar-77.js', []]] };

test.each<[string, () => Promise<unknown>]>([
  ['a page that cannot be looked at', () => Promise.reject(new Error('no'))],
  ['a page that gives nothing', () => Promise.resolve([])],
  ['a page that gives no list', () => Promise.resolve([{ result: null }])],
  ['a page of another host', () => Promise.resolve([{ result: { ...hotjar, page: 'other.example.com' } }])],
])('%s shows no tracker', async (_name, answer) => {
  vi.spyOn(fakeBrowser.scripting, 'executeScript').mockImplementation(answer as never);
  expect(await scanTrackers(1, 'shop.example.com', stats)).toEqual([]);
});

test('the trackers of an open page', async () => {
  const result = { ...hotjar, page: 'shop.example.com.' };
  vi.spyOn(fakeBrowser.scripting, 'executeScript').mockImplementation((() => Promise.resolve([{ result }])) as never);
  expect(await scanTrackers(1, 'shop.example.com', stats)).toEqual([{ name: 'Hotjar', is: 'counter', ids: ['77'] }]);
});

test('a document that refuses to be read gives nothing', () => {
  vi.stubGlobal('document', {});
  expect(readEmbeds(host, callPattern(), [], maxEmbeds)).toBeNull();
});
