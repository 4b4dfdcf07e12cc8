import { describe, expect, test } from 'vitest';
import { servedFacts } from '@/lib/audit/servedFacts.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { detect } from '@/lib/tracking/detect.ts';
import { parseFacts } from '@/lib/tracking/facts.ts';
import { pages } from '../data/pages/index.ts';
import { kindPages } from '../data/pages/kinds.ts';
import { type PageCase, shop, stats } from '../data/pages/page.ts';

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

const saysOf = ({ findings }: ReturnType<typeof detect>) =>
  findings.map(({ kind, about }) => (about === undefined ? kind : `${kind}: ${about}`)).sort();

describe('the page set as served, without running it', () => {
  test.each([...pages.filter(({ live }) => !live), ...kindPages])('$name: $found $says', (one) => {
    const seen = served(one);
    expect({ found: seen.found, says: saysOf(seen) }).toEqual({ found: one.found, says: [...(one.says ?? [])].sort() });
  });

  /** Only who asks for the script knows: neither the site nor the service is asked for more than the page. */
  const onlyLive = 'its script is gone';

  test.each(pages.filter(({ live }) => live))('$name: as the open page, or it cannot tell', (one) => {
    const { found } = served(one);
    if (one.name === onlyLive) expect(found).toBe('yes');
    else expect(['unsure', one.found]).toContain(found);
  });
});
