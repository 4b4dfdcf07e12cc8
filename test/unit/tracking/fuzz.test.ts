import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detect } from '@/lib/tracking/detect.ts';
import { parseFacts } from '@/lib/tracking/facts.ts';
import { forAny } from '../util/forAny.ts';
import { webUrl } from '../util/webUrl.ts';

const baseUrl = 'https://stats.example.net';

test('whatever a page holds, reading it never throws', async () => {
  const text = fc.oneof(fc.string(), webUrl, fc.constantFrom('{base_url}', 'https://[', '//', '/', baseUrl));
  const any = fc.record({
    ...Object.fromEntries(['src', 'id', 'type', 'text'].map((name) => [name, text])),
    data: fc.array(fc.tuple(fc.constantFrom('data-host', 'data-src', 'data-dnt'), text)),
    place: fc.constantFrom('page', 'noscript', 'template'),
    nomodule: fc.boolean(),
  });
  await forAny([text, fc.array(any, { maxLength: 5 }), text, text], (page, scripts, base, anyTemplate) => {
    const read = parseFacts({ page, scripts, refused: [page] });
    expect(read && ['yes', 'no', 'unsure']).toContain(
      read && detect(read, { baseUrl: base, template: anyTemplate }).found,
    );
  });
});
