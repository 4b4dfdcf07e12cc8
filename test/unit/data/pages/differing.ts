import { casesOf, code, stats } from './page.ts';

const sub = 'https://example.org/stats';
const numbers = 'https://numbers.example.org';

/** Code of this kind that does not, or may not, report to the connected service. */
export const differing = [
  ...casesOf({ found: 'no' }, [
    ['another service', code(numbers), `other: ${numbers}`],
    ['another service under a path', code('https://example.org/numbers'), 'other: https://example.org/numbers'],
    ['another port', code('https://stats.example.net:8443'), 'other: https://stats.example.net:8443'],
    [
      'a host that only begins alike',
      code('https://stats.example.net.evil.example'),
      'other: https://stats.example.net.evil.example',
    ],
    ['a host that only ends alike', code('https://my-stats.example.net'), 'other: https://my-stats.example.net'],
    [
      'user-info that looks like the host',
      code('https://stats.example.net@evil.example'),
      'other: https://evil.example',
    ],
    [
      'data-host elsewhere, script from the connected service',
      code(numbers, `${stats}/js/script.js`),
      `other: ${numbers}`,
    ],
    [
      'only the id, another service’s script',
      `<script src="${numbers}/js/script.js" id="ZwSg9rf6GA"></script>`,
      `other: ${numbers}`,
    ],
    ['a data-host without a scheme', code('stats.example.net', `${stats}/js/script.js`), 'broken: stats.example.net'],
    ['a placeholder that nobody filled', code('{{ analytics.url }}'), 'broken: {{ analytics.url }}'],
    [
      'the template itself',
      '<script data-host="{base_url}" data-dnt="false" src="{base_url}/js/script.js" id="ZwSg9rf6GA" async defer></script>',
      'broken: {base_url}',
    ],
    ['an empty data-host', code('', `${stats}/js/script.js`), 'broken: '],
  ]),
  ...casesOf({ found: 'no', base: sub }, [
    ['the right host, another path', code('https://example.org/old-stats'), 'path: https://example.org/old-stats'],
    ['the right host, without the path', code('https://example.org'), 'path: https://example.org'],
    ['the right host, a longer path', code('https://example.org/stats/eu'), 'path: https://example.org/stats/eu'],
    [
      'the right host, a path that only begins alike',
      code('https://example.org/statsystem'),
      'path: https://example.org/statsystem',
    ],
    ['the right host, the path in capitals', code('https://example.org/Stats'), 'path: https://example.org/Stats'],
  ]),
  ...casesOf({ found: 'unsure' }, [
    ['a path of the site', code('https://shop.example.com/hits'), 'through: https://shop.example.com/hits'],
    ['a host of the site', code('https://hits.shop.example.com'), 'through: https://hits.shop.example.com'],
    ['plain http', code('http://stats.example.net'), 'scheme: http://stats.example.net'],
    ['with www.', code('https://www.stats.example.net'), 'www: https://www.stats.example.net'],
    [
      'without the www. of the service',
      code(),
      'www: https://stats.example.net',
      { base: 'https://www.stats.example.net' },
    ],
    ['plain http with www.', code('http://www.stats.example.net'), 'scheme-www: http://www.stats.example.net'],
    [
      'no data-host, plain http',
      '<script src="http://stats.example.net/js/script.js"></script>',
      'scheme: http://stats.example.net',
    ],
    ['only the id', '<script src="/assets/s.js" id="ZwSg9rf6GA" defer></script>', 'unknown: shop.example.com'],
    [
      'another script of the service',
      `<script src="${stats}/chat/widget.js"></script>`,
      `unlike: ${stats}/chat/widget.js`,
    ],
  ]),
];
