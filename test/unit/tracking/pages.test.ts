import { afterEach, describe, expect, test, vi } from 'vitest';
import { traitsOf } from '@/lib/services/traits.ts';
import { detect } from '@/lib/tracking/detect.ts';
import { pages, stillPages } from '../data/pages/index.ts';
import { saidOf, shop, stats } from '../data/pages/page.ts';
import { openPage, scanPage } from './livePage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the page set', () => {
  test('is at least 60 pages, each named once', () => {
    expect(pages.length).toBeGreaterThanOrEqual(60);
    expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length);
  });

  test.each(stillPages)('$name: $found $says', (one) => {
    const { html, url = shop, base = stats, template = traitsOf().templates.trackingCode } = one;
    openPage(html, url);
    const seen = detect(scanPage(base, template), { baseUrl: base, template, domain: 'shop.example.com', id: one.id });
    expect(saidOf(seen)).toEqual({ found: one.found, says: (one.says ?? []).toSorted() });
  });
});
