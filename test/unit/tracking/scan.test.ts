import { parseHTML } from 'linkedom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { formMarks } from '@/lib/services/kindForms.ts';
import { readPageFacts, scan } from '@/lib/tracking/scan.ts';
import { readPieces } from '@/lib/tracking/scanPieces.ts';

interface Page {
  html?: string;
  contentType?: string;
  readyState?: string;
  performance?: unknown;
  ReportingObserver?: unknown;
  document?: unknown;
}

const own = 'https://shop.example.com';
const body = (scripts: string) => `<!doctype html><html><head></head><body>${scripts}</body></html>`;

function open({ html = body(''), contentType = 'text/html', readyState = 'complete', ...page }: Page): void {
  const { document, window } = parseHTML(html);
  for (const [name, value] of Object.entries({ contentType, readyState, baseURI: `${own}/a/` }))
    Object.defineProperty(document, name, { value });
  const globals = { document, location: new URL(own), DOMParser: window.DOMParser, ...page };
  vi.stubGlobal('performance', undefined);
  vi.stubGlobal('ReportingObserver', undefined);
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
}

interface Read {
  partial?: string;
  isUpgraded?: boolean;
  refused: string[];
  scripts: { src: string; place: string; load?: string; text: string; data: [string, string][] }[];
}
const read = (page: Page) => {
  open(page);
  return readPageFacts('stats.example.net', ['data-host']) as Read | null;
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('which scripts were not loaded', () => {
  const two = body('<script src="one.js"></script><script src="/two.js?v=1#x"></script>');
  const one = body('<script src="one.js"></script>');
  const listed = (...entries: [path: string, status?: number][]) => ({
    getEntriesByType: () => entries.map(([path, responseStatus]) => ({ name: `${own}${path}`, responseStatus })),
  });
  const failing = { getEntriesByType: () => JSON.parse('no list') };
  test.each<[string, string, unknown, (string | undefined)[], string?]>([
    ['both were', two, listed(['/a/one.js', 200], ['/two.js', 304]), [undefined, undefined]],
    ['a browser that does not tell the status', two, listed(['/a/one.js'], ['/two.js']), [undefined, undefined]],
    ['refused by its server', two, listed(['/a/one.js', 404], ['/two.js?v=1', 200]), ['failed', undefined]],
    ['blocked: not on the list, another is', two, listed(['/two.js', 200]), ['missing', undefined]],
    ['an emptied list proves nothing', two, listed(), [undefined, undefined]],
    ['the only one, not on the list', one, listed(), ['missing']],
    ['while the page is loading', one, listed(), [undefined], 'interactive'],
    ['a full list may lack some', one, listed(...Array(250).fill(['/x.js', 200])), [undefined]],
    ['a list that cannot be read', one, failing, [undefined]],
  ])('%s', (_name, html, performance, loads, readyState = 'complete') => {
    expect(read({ html, performance, readyState })?.scripts.map(({ load }) => load)).toEqual(loads);
  });
});

test.each<[string, src: string, loaded: string[], isUpgraded: boolean | undefined, load: string | undefined]>([
  ['from the address with https', 'http://stats.example.net/a.js', ['https://stats.example.net/a.js'], true, undefined],
  ['from its own address', 'http://stats.example.net/a.js', ['http://stats.example.net/a.js'], undefined, undefined],
  ['from nowhere', 'http://stats.example.net/a.js', [`${own}/b.js`], undefined, 'missing'],
  [
    'with https from the start',
    'https://stats.example.net/a.js',
    ['https://stats.example.net/a.js'],
    undefined,
    undefined,
  ],
])('a policy in a header is seen by what was loaded: %s', (_name, src, loaded, isUpgraded, load) => {
  const performance = { getEntriesByType: () => loaded.map((name) => ({ name })) };
  const found = read({ html: body(`<script src="${src}"></script>`), performance });
  expect([found?.isUpgraded, found?.scripts[0]?.load]).toEqual([isUpgraded, load]);
});

describe('inline code that did not run', () => {
  const loader = "s=document.createElement('script');s.src='//stats.example.net/a.js'";
  const ends = '</body>\n</html>\n';
  const listed = (...paths: string[]) => ({ getEntriesByType: () => paths.map((path) => ({ name: path })) });
  test.each<[string, string, string[], unknown[]]>([
    ['never closed', `<script>${loader}</body></html></script>`, [], [undefined]],
    ['never closed, before a comment', `<script src="a.js">${ends}<!-- cached --></script>`, [], [undefined]],
    ['code that only writes it', `<script>write('</body></html>')</script>`, [], [undefined]],
    ['it has loaded nothing', `<script>${loader}</script>`, [`${own}/a.js`], ['missing']],
    ['it has loaded the rest', `<script>${loader}</script>`, ['https://stats.example.net/a.js'], [undefined]],
    ['its hit has left', `<script>${loader}</script>`, ['https://stats.example.net/hit?x=1'], [undefined]],
    ['code that loads nothing', `<script>to('//stats.example.net/')</script>`, [], [undefined]],
  ])('%s', (_name, html, paths, loads) => {
    const scripts = read({ html: body(html), performance: listed(...paths) })?.scripts;
    expect(scripts?.map(({ load }) => load)).toEqual(loads);
  });
});

test('what the page’s own policy refused: scripts and connections, enforced, each once, without what follows the path', () => {
  const report = (blockedURL?: string, effectiveDirective = 'script-src-elem', disposition = 'enforce') => ({
    body: { blockedURL, effectiveDirective, disposition },
  });
  const disconnect = vi.fn();
  class ReportingObserver {
    observe = vi.fn();
    disconnect = disconnect;
    takeRecords = () => [
      report('https://stats.example.net/js/script.js?secret=1'),
      report('https://stats.example.net/js/script.js'),
      report('https://stats.example.net/api/event', 'connect-src'),
      report('https://img.example.net/a.png', 'img-src'),
      report('https://only.example.net/reported.js', 'script-src', 'report'),
      report('inline'),
      report(),
      { body: { disposition: 'enforce' } },
    ];
  }
  expect(read({ ReportingObserver })?.refused).toEqual([
    'https://stats.example.net/js/script.js',
    'https://stats.example.net/api/event',
  ]);
  expect(disconnect).toHaveBeenCalledOnce();
});

test.each<[string, Page, string | undefined]>([
  ['whole', {}, undefined],
  ['still loading', { readyState: 'loading' }, 'loading'],
  ['of frames', { html: '<html><frameset></frameset></html>' }, 'frames'],
  ['of nothing but a frame', { html: body('<iframe src="/app/"></iframe>') }, 'frames'],
  ['of a frame, still loading', { readyState: 'loading', html: body('<iframe src="/app/"></iframe>') }, 'loading'],
  ['a text beside a frame', { html: body('<p>How to find our practice</p><iframe src="/map/"></iframe>') }, undefined],
  ['too many scripts', { html: body('<script></script>'.repeat(501)) }, 'many'],
  ['too much code', { html: body(`<script>${'x'.repeat(10_000_001)}</script>`) }, 'many'],
])('a page is looked at as far as it goes: %s', (_name, page, partial) => {
  const found = read(page);
  expect(found?.partial).toBe(partial);
  expect(found?.scripts.length).toBeLessThanOrEqual(500);
});

test.each<[string, Page]>([
  ['a picture', { contentType: 'image/png' }],
  ['text', { contentType: 'text/plain' }],
  ['a document that refuses every look', { document: null }],
])('not looked at: %s', (_name, page) => {
  expect(read(page)).toBeNull();
});

test('templates in templates are looked into, but not for ever', () => {
  const nested = (depth: number): string =>
    depth ? `<template><script id="t${depth}"></script>${nested(depth - 1)}</template>` : '';
  expect(read({ html: body(nested(6)) })?.scripts).toHaveLength(3);
});

test('an address that is none reads as none; an inline script from where the service is named', () => {
  const long = `<script>${'x'.repeat(300)} stats.example.net y</script>`;
  const scripts = read({ html: body(`<script src="http://[" data-x-src="b.js?k=1"></script>${long}`) })?.scripts;
  expect(scripts?.[0]).toMatchObject({ src: '', data: [['data-x-src', `${own}/a/b.js`]] });
  expect(scripts?.[1]?.text).toMatch(/^x+ stats\.example\.net y$/);
  expect(scripts?.[1]?.text.length).toBeLessThanOrEqual(200);
});

describe('looking at a tab', () => {
  const run = vi.fn();
  beforeEach(() => {
    fakeBrowser.reset();
    run.mockReset();
    vi.spyOn(fakeBrowser.scripting, 'executeScript').mockImplementation(run as never);
  });
  const facts = { page: own, doNotTrack: false, scripts: [], refused: [] };

  test('only its top page, once, without waiting for it to load', async () => {
    run.mockResolvedValue([{ result: facts }]);
    expect(await scan(7, 'https://stats.example.net:8443/sub', ['data-host'])).toMatchObject(facts);
    const inPage = { target: { tabId: 7, frameIds: [0] }, injectImmediately: true };
    expect(run.mock.calls).toEqual([
      [{ ...inPage, func: readPageFacts, args: ['stats.example.net:8443', ['data-host']] }],
      [{ ...inPage, func: readPieces, args: ['stats.example.net:8443', formMarks] }],
    ]);
  });

  test('a page that does not answer is said to be busy', async () => {
    vi.useFakeTimers();
    run.mockReturnValue(new Promise(() => {}));
    const seen = scan(7, 'https://stats.example.net', []);
    await vi.advanceTimersByTimeAsync(4_000);
    vi.useRealTimers();
    expect(await seen).toMatchObject({ page: 'null', partial: 'stuck', scripts: [] });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a page of the browser', () => Promise.reject(new Error('Cannot access'))],
    ['no frame', async () => []],
    ['another document', async () => [{ result: null }]],
    ['what the page has tampered with', async () => [{ result: { scripts: 'many' } }]],
  ])('nothing is known of %s', async (_name, answer) => {
    run.mockImplementation(answer);
    expect(await scan(7, 'https://stats.example.net', [])).toBeUndefined();
  });
});
