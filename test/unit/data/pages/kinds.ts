import { traits } from '@/lib/services/traits.ts';
import { type PageCase, page, stats } from './page.ts';

const id = 'bfc7a3d2-5a0e-4a0e-9a55-0c1f7e1d9a01';
const other = '0d9a5c11-5a0e-4a0e-9a55-0c1f7e1d9a02';
const umami = { template: traits.umami.templates.trackingCode, id };
const cloud = { template: traits.umamiCloud.templates.trackingCode, id, base: 'https://api.umami.is/v1' };
const matomo = { template: traits.matomo.templates.trackingCode, id: '69' };

const tag = (attributes: string, src = `${stats}/script.js`) => `<script defer src="${src}" ${attributes}></script>`;
const named = `data-website-id="${id}"`;

/** As Matomo gives it, with what people change in it. */
export const paq = ({
  address = stats.replace('https:', '').concat('/'),
  site = "'69'",
  file = 'matomo',
  more = '',
} = {}) =>
  [
    '<script>',
    'var _paq = window._paq = window._paq || [];',
    `/* tracker methods like "setCustomDimension" should be called before "trackPageView" */ ${more}`,
    "_paq.push(['trackPageView']);",
    "_paq.push(['enableLinkTracking']);",
    '(function() {',
    `  var u="${address}";`,
    `  _paq.push(['setTrackerUrl', u+'${file}.php']);`,
    `  _paq.push(['setSiteId', ${site}]);`,
    "  var d=document, g=d.createElement('script'), s=d.getElementsByTagName('script')[0];",
    `  g.async=true; g.src=u+'${file}.js'; s.parentNode.insertBefore(g,s);`,
    '})();',
    '</script>',
  ].join('\n');
const picture = `<noscript><p><img src="${stats}/matomo.php?idsite=69&amp;rec=1" alt=""></p></noscript>`;
const loaded = (file: string) => `<script async src="${stats}/${file}"></script>`;

/** The code of other kinds of service, as seen in the wild. */
export const kindPages: (PageCase & { id: string })[] = [
  { ...umami, name: 'Umami', html: page(tag(named)), found: 'yes' },
  {
    ...umami,
    name: 'Umami, another site',
    html: page(tag(`data-website-id="${other}"`)),
    found: 'no',
    says: [`site: ${other}`],
  },
  { ...umami, name: 'Umami, not registered', id: '', html: page(tag(named)), found: 'no', says: [`site: ${id}`] },
  { ...umami, name: 'Umami, its old name', html: page(tag(named, `${stats}/umami.js`)), found: 'yes' },
  { ...umami, name: 'Umami, renamed and served by the site', html: page(tag(named, '/stats.js')), found: 'yes' },
  {
    ...umami,
    name: 'Umami, another server receives',
    html: page(tag(`${named} data-host-url="https://numbers.example.org"`)),
    found: 'no',
    says: ['other: https://numbers.example.org'],
  },
  {
    ...umami,
    name: 'Umami, this server receives',
    html: page(tag(`${named} data-host-url="${stats}"`, 'https://cdn.example.org/script.js')),
    found: 'yes',
  },
  {
    ...umami,
    name: 'Umami, another server',
    html: page(tag(`data-website-id="${other}"`, 'https://numbers.example.org/script.js')),
    found: 'no',
  },
  {
    ...umami,
    name: 'Umami, for this host among others',
    html: page(tag(`${named} data-domains="example.com,shop.example.com"`)),
    found: 'yes',
  },
  {
    ...umami,
    name: 'Umami, for other hosts',
    html: page(tag(`${named} data-domains="example.com"`)),
    found: 'no',
    says: ['site: example.com'],
  },
  {
    ...umami,
    name: 'Umami, counted by hand',
    html: page(tag(`${named} data-auto-track="false"`)),
    found: 'unsure',
    says: ['held'],
  },
  {
    ...umami,
    name: 'Umami, with a tag',
    html: page(tag(`${named} data-tag="new" data-do-not-track="true"`)),
    found: 'yes',
  },
  { ...cloud, name: 'Umami Cloud', html: page(tag(named, 'https://cloud.umami.is/script.js')), found: 'yes' },
  { ...cloud, name: 'Umami Cloud, in Europe', html: page(tag(named, 'https://eu.umami.is/script.js')), found: 'yes' },
  {
    ...cloud,
    name: 'Umami Cloud, another site',
    html: page(tag(`data-website-id="${other}"`, 'https://cloud.umami.is/script.js')),
    found: 'no',
    says: [`site: ${other}`],
  },
  { ...matomo, name: 'Matomo', html: page(paq()), found: 'yes' },
  { ...matomo, name: 'Matomo, running', html: page(paq() + loaded('matomo.js')), found: 'yes' },
  { ...matomo, name: 'Matomo, another site', html: page(paq({ site: "'7'" })), found: 'no', says: ['site: 7'] },
  { ...matomo, name: 'Matomo, not registered', id: '', html: page(paq()), found: 'no', says: ['site: 69'] },
  { ...matomo, name: 'Matomo, a number', html: page(paq({ site: '69' })), found: 'yes' },
  { ...matomo, name: 'Matomo, its old name', html: page(paq({ file: 'piwik' })), found: 'yes' },
  { ...matomo, name: 'Matomo, by its whole address', html: page(paq({ address: `${stats}/` })), found: 'yes' },
  {
    ...matomo,
    name: 'Matomo, in a path',
    base: `${stats}/matomo`,
    html: page(paq({ address: `${stats}/matomo/` })),
    found: 'yes',
  },
  {
    ...matomo,
    name: 'Matomo, in another path',
    html: page(paq({ address: `${stats}/old/` })),
    found: 'no',
    says: [`path: ${stats}/old`],
  },
  { ...matomo, name: 'Matomo, another server', html: page(paq({ address: '//numbers.example.org/' })), found: 'no' },
  {
    ...matomo,
    name: 'Matomo, held back',
    html: page(paq().replace('<script>', '<script type="text/plain" data-cookieconsent="statistics">')),
    found: 'unsure',
    says: ['held'],
  },
  {
    ...matomo,
    name: 'Matomo, kept by Cloudflare from being held back',
    html: page(paq().replace('<script>', '<script data-cfasync="false">')),
    found: 'yes',
  },
  {
    ...matomo,
    name: 'Matomo, at the end of a long script',
    html: page(paq({ more: `"${'x();'.repeat(30_000)}"` })),
    found: 'yes',
  },
  {
    ...matomo,
    name: 'Matomo, with its number on a line of its own',
    html: page(paq({ site: `${'\n'.padEnd(40)}'69'` })),
    found: 'yes',
  },
  {
    ...matomo,
    name: 'Matomo, for a domain',
    html: page(paq({ more: "_paq.push(['setCookieDomain', '*.example.com']);" })),
    found: 'yes',
  },
  {
    ...matomo,
    name: 'Matomo, once a visitor consents',
    html: page(paq({ more: "_paq.push(['requireConsent']);" })),
    found: 'yes',
  },
  { ...matomo, name: 'Matomo, with its picture for no scripts', html: page(paq() + picture), found: 'yes' },
  { ...matomo, name: 'Matomo, that picture alone', html: page(picture), found: 'no' },
  {
    ...matomo,
    name: 'Matomo, by its names that no blocker knows',
    html: page(paq().replace("'matomo.php'", "'js/tracker.php'").replace("'matomo.js'", "'js/'")),
    found: 'yes',
  },
  {
    ...matomo,
    name: 'Matomo Tag Manager',
    html: page(loaded('js/container_XXXXXXXX.js')),
    found: 'unsure',
    says: [`unlike: ${stats}/js/container_XXXXXXXX.js`],
  },
  {
    ...matomo,
    name: 'Matomo, as this kind builds it',
    html: page(matomo.template.replaceAll('{base_url}', stats).replaceAll('{id}', '69')),
    found: 'yes',
  },
  {
    ...matomo,
    name: 'nothing of Matomo',
    html: page('<script>var u = "//stats.example.net.evil.example/";</script>'),
    found: 'no',
  },
];
