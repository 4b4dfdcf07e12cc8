import { afterEach, describe, expect, test, vi } from 'vitest';
import { traitsOf } from '@/lib/services/traits.ts';
import { detect } from '@/lib/tracking/detect.ts';
import { pages } from '../data/pages/index.ts';
import { kindPages } from '../data/pages/kinds.ts';
import { shop, stats } from '../data/pages/page.ts';
import { openPage, scanPage } from './livePage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the page set', () => {
  test('is at least 60 pages, each named once', () => {
    expect(pages.length).toBeGreaterThanOrEqual(60);
    expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length);
  });

  test.each([...pages.filter(({ live }) => !live), ...kindPages])('$name: $found $says', (one) => {
    const { html, url = shop, base = stats, template = traitsOf().templates.trackingCode } = one;
    openPage(html, url);
    const seen = detect(scanPage(base, template), { baseUrl: base, template, domain: 'shop.example.com', id: one.id });
    const says = seen.findings.map(({ kind, about }) => (about === undefined ? kind : `${kind}: ${about}`));
    expect({ found: seen.found, says: says.sort() }).toEqual({ found: one.found, says: [...(one.says ?? [])].sort() });
  });
});
