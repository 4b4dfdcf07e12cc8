import { parseHTML } from 'linkedom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { traitsOf } from '@/lib/services/traits.ts';
import { detect } from '@/lib/tracking/detect.ts';
import { parseFacts } from '@/lib/tracking/facts.ts';
import { attributesOf } from '@/lib/tracking/fingerprint.ts';
import { readPageFacts } from '@/lib/tracking/scan.ts';
import { pages } from '../data/pages/index.ts';
import { kindPages } from '../data/pages/kinds.ts';
import { type PageCase, shop, stats } from '../data/pages/page.ts';

/** What browsers do and linkedom leaves out: what is in a `noscript` is text, and documents know where they are from. */
function open({ html, url = shop }: PageCase): void {
  const { document, window } = parseHTML(html);
  for (const noscript of document.querySelectorAll('noscript')) noscript.textContent = noscript.innerHTML;
  const base = document.querySelector('base')?.getAttribute('href') ?? '';
  const facts = { contentType: 'text/html', readyState: 'complete', baseURI: new URL(base, url).href };
  for (const [name, value] of Object.entries(facts)) Object.defineProperty(document, name, { value });
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', new URL(url));
  vi.stubGlobal('DOMParser', window.DOMParser);
  vi.stubGlobal('ReportingObserver', undefined);
  vi.stubGlobal('performance', undefined);
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the page set', () => {
  test('is at least 60 pages, each named once', () => {
    expect(pages.length).toBeGreaterThanOrEqual(60);
    expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length);
  });

  test.each([...pages.filter(({ live }) => !live), ...kindPages])('$name: $found $says', (one) => {
    open(one);
    const { base = stats, template = traitsOf().templates.trackingCode } = one;
    const facts = parseFacts(readPageFacts(new URL(base).host, attributesOf(template)));
    if (!facts) throw new Error('nothing was read');
    const seen = detect(facts, { baseUrl: base, template, domain: 'shop.example.com', id: one.id });
    const says = seen.findings.map(({ kind, about }) => (about === undefined ? kind : `${kind}: ${about}`));
    expect({ found: seen.found, says: says.sort() }).toEqual({ found: one.found, says: [...(one.says ?? [])].sort() });
  });
});
