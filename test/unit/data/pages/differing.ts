import { cases, casesWith, code, type PageCase, stats } from './page.ts';

const sub = 'https://example.org/stats';
const numbers = 'https://numbers.example.org';
const [http, www] = ['http://stats.example.net', 'https://www.stats.example.net'];

/** Code of an address, of which is said what it is, for the connected service. */
const addressed = (found: PageCase['found'], rows: [kind: string, address: string, name: string][], base = stats) =>
  rows.flatMap(([kind, address, name]) =>
    casesWith({ base })({ [`${found} ${kind}: ${address}`]: { [name]: code(address) } }),
  );

/** Code of this kind that does not, or may not, report to the connected service. */
export const differing = [
  ...addressed('no', [
    ['other', numbers, 'another service'],
    ['other', 'https://example.org/numbers', 'another service under a path'],
    ['other', 'https://stats.example.net:8443', 'another port'],
    ['other', 'https://stats.example.net.evil.example', 'a host that only begins alike'],
    ['other', 'https://my-stats.example.net', 'a host that only ends alike'],
  ]),
  ...addressed(
    'no',
    [
      ['path', 'https://example.org/old-stats', 'the right host, another path'],
      ['path', 'https://example.org', 'the right host, without the path'],
      ['path', 'https://example.org/stats/eu', 'the right host, a longer path'],
      ['path', 'https://example.org/statsystem', 'the right host, a path that only begins alike'],
      ['path', 'https://example.org/Stats', 'the right host, the path in capitals'],
    ],
    sub,
  ),
  ...addressed('unsure', [
    ['through', 'https://shop.example.com/hits', 'a path of the site'],
    ['through', 'https://hits.shop.example.com', 'a host of the site'],
    ['scheme', http, 'plain http'],
    ['www', www, 'with www.'],
    ['scheme-www', 'http://www.stats.example.net', 'plain http with www.'],
  ]),
  ...addressed('unsure', [['www', stats, 'without the www. of the service']], www),
  ...cases({
    [`no other: ${numbers}`]: {
      'data-host elsewhere, script from the connected service': code(numbers, `${stats}/js/script.js`),
      'only the id, another service’s script': `<script src="${numbers}/js/script.js" id="ZwSg9rf6GA"></script>`,
    },
    'no other: https://evil.example': {
      'user-info that looks like the host': code('https://stats.example.net@evil.example'),
    },
    'no broken: stats.example.net': {
      'a data-host without a scheme': code('stats.example.net', `${stats}/js/script.js`),
    },
    'no broken: {{ analytics.url }}': { 'a placeholder that nobody filled': code('{{ analytics.url }}') },
    'no broken: {base_url}': { 'the template itself': code('{base_url}') },
    'no broken: ': { 'an empty data-host': code('', `${stats}/js/script.js`) },
    [`unsure scheme: ${http}`]: { 'no data-host, plain http': `<script src="${http}/js/script.js"></script>` },
    'unsure unknown: shop.example.com': { 'only the id': '<script src="/assets/s.js" id="ZwSg9rf6GA" defer></script>' },
    [`unsure unlike: ${stats}/chat/widget.js`]: {
      'another script of the service': `<script src="${stats}/chat/widget.js"></script>`,
    },
  }),
];
