import { parseHTML } from 'linkedom';
import { vi } from 'vitest';
import { formMarks } from '@/lib/services/kindForms.ts';
import type { PageFacts } from '@/lib/tracking/facts.ts';
import { parseFacts } from '@/lib/tracking/facts.ts';
import { attributesOf } from '@/lib/tracking/fingerprint.ts';
import { readPageFacts } from '@/lib/tracking/scan.ts';
import { readPieces } from '@/lib/tracking/scanPieces.ts';

/** Opens a page as far as it goes: what browsers do and linkedom leaves out is that the text of a `noscript` is text, and where a document is from. */
export function openPage(html: string, url: string): void {
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

/** What is seen of the page that is open. */
export function scanPage(base: string, template: string): PageFacts {
  const { host } = new URL(base);
  const facts = parseFacts(readPageFacts(host, attributesOf(template)), readPieces(host, formMarks));
  if (!facts) throw new Error('nothing was read');
  return facts;
}
