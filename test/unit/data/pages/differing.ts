import { code, type PageCase, page, stats } from './page.ts';

const sub = 'https://example.org/stats';

/** Code of this kind that does not, or may not, report to the connected service. */
export const differing: PageCase[] = [
  {
    name: 'another service',
    html: page(code('https://numbers.example.org')),
    found: 'no',
    says: ['other: https://numbers.example.org'],
  },
  {
    name: 'another service under a path',
    html: page(code('https://example.org/numbers')),
    found: 'no',
    says: ['other: https://example.org/numbers'],
  },
  {
    name: 'another port',
    html: page(code('https://stats.example.net:8443')),
    found: 'no',
    says: ['other: https://stats.example.net:8443'],
  },
  {
    name: 'a host that only begins alike',
    html: page(code('https://stats.example.net.evil.example')),
    found: 'no',
    says: ['other: https://stats.example.net.evil.example'],
  },
  {
    name: 'a host that only ends alike',
    html: page(code('https://my-stats.example.net')),
    found: 'no',
    says: ['other: https://my-stats.example.net'],
  },
  {
    name: 'user-info that looks like the host',
    html: page(code('https://stats.example.net@evil.example')),
    found: 'no',
    says: ['other: https://evil.example'],
  },
  {
    name: 'data-host elsewhere, script from the connected service',
    html: page(code('https://numbers.example.org', `${stats}/js/script.js`)),
    found: 'no',
    says: ['other: https://numbers.example.org'],
  },
  {
    name: 'the right host, another path',
    html: page(code('https://example.org/old-stats')),
    base: sub,
    found: 'no',
    says: ['path: https://example.org/old-stats'],
  },
  {
    name: 'the right host, without the path',
    html: page(code('https://example.org')),
    base: sub,
    found: 'no',
    says: ['path: https://example.org'],
  },
  {
    name: 'the right host, a longer path',
    html: page(code('https://example.org/stats/eu')),
    base: sub,
    found: 'no',
    says: ['path: https://example.org/stats/eu'],
  },
  {
    name: 'the right host, a path that only begins alike',
    html: page(code('https://example.org/statsystem')),
    base: sub,
    found: 'no',
    says: ['path: https://example.org/statsystem'],
  },
  {
    name: 'the right host, the path in capitals',
    html: page(code('https://example.org/Stats')),
    base: sub,
    found: 'no',
    says: ['path: https://example.org/Stats'],
  },
  {
    name: 'plain http',
    html: page(code('http://stats.example.net')),
    found: 'unsure',
    says: ['scheme: http://stats.example.net'],
  },
  {
    name: 'with www.',
    html: page(code('https://www.stats.example.net')),
    found: 'unsure',
    says: ['www: https://www.stats.example.net'],
  },
  {
    name: 'without the www. of the service',
    html: page(code()),
    base: 'https://www.stats.example.net',
    found: 'unsure',
    says: ['www: https://stats.example.net'],
  },
  {
    name: 'plain http with www.',
    html: page(code('http://www.stats.example.net')),
    found: 'unsure',
    says: ['scheme-www: http://www.stats.example.net'],
  },
  {
    name: 'no data-host, plain http',
    html: page('<script src="http://stats.example.net/js/script.js"></script>'),
    found: 'unsure',
    says: ['scheme: http://stats.example.net'],
  },
  {
    name: 'only the id',
    html: page('<script src="/assets/s.js" id="ZwSg9rf6GA" defer></script>'),
    found: 'unsure',
    says: ['unknown: shop.example.com'],
  },
  {
    name: 'only the id, another service’s script',
    html: page('<script src="https://numbers.example.org/js/script.js" id="ZwSg9rf6GA"></script>'),
    found: 'no',
    says: ['other: https://numbers.example.org'],
  },
  {
    name: 'a data-host without a scheme',
    html: page(code('stats.example.net', `${stats}/js/script.js`)),
    found: 'no',
    says: ['broken: stats.example.net'],
  },
  {
    name: 'a placeholder that nobody filled',
    html: page(code('{{ analytics.url }}')),
    found: 'no',
    says: ['broken: {{ analytics.url }}'],
  },
  {
    name: 'the template itself',
    html: page(
      '<script data-host="{base_url}" data-dnt="false" src="{base_url}/js/script.js" id="ZwSg9rf6GA" async defer></script>',
    ),
    found: 'no',
    says: ['broken: {base_url}'],
  },
  { name: 'an empty data-host', html: page(code('', `${stats}/js/script.js`)), found: 'no', says: ['broken: '] },
  {
    name: 'another script of the service',
    html: page(`<script src="${stats}/chat/widget.js"></script>`),
    found: 'unsure',
    says: [`unlike: ${stats}/chat/widget.js`],
  },
];
