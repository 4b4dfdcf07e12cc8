import { describe, expect, test } from 'vitest';
import { servedFacts } from '@/lib/audit/servedFacts.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { detect } from '@/lib/tracking/detect.ts';
import { parseFacts } from '@/lib/tracking/facts.ts';
import { pages, stillPages } from '../data/pages/index.ts';
import { type PageCase, saidOf, shop, stats } from '../data/pages/page.ts';

function served({
  html,
  url = shop,
  headers = {},
  base = stats,
  template = traitsOf().templates.trackingCode,
  id,
}: PageCase) {
  const page = {
    url,
    html,
    policies: Object.entries(headers).flatMap(([name, value]) => (name === 'content-security-policy' ? [value] : [])),
    isXml: headers['content-type']?.includes('xml') ?? false,
  };
  const { facts } = servedFacts(page, { baseUrl: base, template });
  expect(parseFacts(facts)).toEqual(facts);
  return detect(facts, { baseUrl: base, template, domain: 'shop.example.com', id });
}

describe('the page set as served, without running it', () => {
  test.each(stillPages)('$name: $found $says', (one) => {
    expect(saidOf(served(one))).toEqual({ found: one.found, says: (one.says ?? []).toSorted() });
  });

  /** Only who asks for the script knows: neither the site nor the service is asked for more than the page. */
  const onlyLive = 'its script is gone';

  test.each(pages.filter(({ live }) => live))('$name: as the open page, or it cannot tell', (one) => {
    const { found } = served(one);
    if (one.name === onlyLive) expect(found).toBe('yes');
    else expect(['unsure', one.found]).toContain(found);
  });
});
