import { afterEach, describe, expect, test, vi } from 'vitest';
import { judge } from '@/lib/audit/judge.ts';
import { judgeOpen } from '@/lib/audit/judgeOpen.ts';
import type { SiteLook } from '@/lib/audit/look.ts';
import { callPattern, maxEmbeds, trackerAttributes, trackersOf, withoutVisibleManagers } from '@/lib/trackers/find.ts';
import { parseEmbeds, readEmbeds } from '@/lib/trackers/scan.ts';
import { nameAt } from '@/lib/tracking/address.ts';
import { corpus } from '../data/pages/corpus/index.ts';
import { openPage, scanPage } from './livePage.ts';

const words = ({ state, why, about }: SiteLook): string[] => [state, why, about].filter((one) => one !== undefined);
const siteOf = ({ url, base: baseUrl, id, template }: (typeof corpus)[number]) => {
  const { hostname: host } = new URL(url);
  return { host, domain: host, baseUrl, template, ...(id ? { id } : {}) };
};

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('real ways in which code gets into a page', () => {
  test('are at least 150, each named once', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(150);
    expect(new Set(corpus.map(({ by, template }) => `${by} ${template}`)).size).toBe(corpus.length);
  });

  test.each(corpus)('$by, as its server sends it: $right', (one) => {
    const { html, url, right } = one;
    const said = words(judge({ is: 'page', page: { url, html, policies: [] } }, siteOf(one)));
    const [state, why, ...about] = right.split(' ');
    const expected = [state, why, about.join(' ')].filter(Boolean);
    expect(said.slice(0, Math.max(2, expected.length))).toEqual(expected);
  });

  /** An open page's scripts have run, and its browser says which policies refused them. */
  const known = new Set(['bundle', 'csp']);

  /** linkedom knows no shadow roots of a page's own, and no HTML in SVG. */
  const unknown = /^in a (shadow root|drawing’s title)/;

  test.each(corpus.filter(({ by }) => !unknown.test(by)))('$by, opened: the same, or more is known', (one) => {
    const { html, url, base, right } = one;
    const [state, why = ''] = right.split(' ');
    openPage(html, url);
    const own = nameAt(new URL(url), new URL(base));
    const trackers = trackersOf(parseEmbeds(readEmbeds(own, callPattern(), trackerAttributes(), maxEmbeds)), own);
    const said = judgeOpen(scanPage(base, one.template), trackers, true, siteOf(one));
    const hasRun = known.has(why) || (why === 'manager' && !withoutVisibleManagers(trackers).length);
    if (hasRun) expect(['missing', 'other', 'tracking', state]).toContain(said.state);
    else expect(said.state).toBe(state);
  });

  const waits = /^(a choice that is stored|the first scroll|a button of the site’s own(?!, by the name))/;
  const waiting = corpus.filter(({ by }) => waits.test(by));

  test.each(waiting)('$by, opened, and the script is loaded: it no longer waits', (one) => {
    const { html, url, base } = one;
    const loaded = `<script src="${base}/matomo.js"></script>`;
    const page = html.replace('</head>', `${loaded}</head>`);
    // What a server sends has not run, so nothing tells the script yet what to count.
    const served = judge({ is: 'page', page: { url, html: page, policies: [] } }, siteOf(one));
    expect(words(served)).toEqual(['unsure', 'held']);
    const judged = () => judgeOpen(scanPage(base, one.template), [], true, siteOf(one));
    openPage(page, url);
    expect(words(judged())).toEqual(['tracking']);
    openPage(html, url);
    expect(words(judged())).toEqual(['unsure', 'held']);
  });
});
