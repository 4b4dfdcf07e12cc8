import { traits } from '@/lib/services/traits.ts';
import { casesWith, stats } from './page.ts';

const id = 'bfc7a3d2-5a0e-4a0e-9a55-0c1f7e1d9a01';
const other = '0d9a5c11-5a0e-4a0e-9a55-0c1f7e1d9a02';
const umami = { template: traits.umami.templates.trackingCode, id };
const cloud = { template: traits.umamiCloud.templates.trackingCode, id, base: 'https://api.umami.is/v1' };
const matomo = { template: traits.matomo.templates.trackingCode, id: '69' };
/** Templates of services that have another address for visitors. */
const visitors = 'https://t.example.org';
const forVisitors = {
  matomo: { ...matomo, template: matomo.template.replaceAll('{base_url}', visitors) },
  umami: { ...umami, template: umami.template.replace(' src', ` data-host-url="${visitors}" src`) },
};

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
export const kindPages = [
  ...casesWith(umami)({
    yes: {
      Umami: tag(named),
      'Umami, its old name': tag(named, `${stats}/umami.js`),
      'Umami, renamed and served by the site': tag(named, '/stats.js'),
      'Umami, this server receives': tag(`${named} data-host-url="${stats}"`, 'https://cdn.example.org/script.js'),
      'Umami, for this host among others': tag(`${named} data-domains="example.com,shop.example.com"`),
      'Umami, with a tag': tag(`${named} data-tag="new" data-do-not-track="true"`),
    },
    [`no site: ${other}`]: { 'Umami, another site': tag(`data-website-id="${other}"`) },
    [`no site: ${id}`]: { 'Umami, not registered': [tag(named), { id: '' }] },
    'no other: https://numbers.example.org': {
      'Umami, another server receives': tag(`${named} data-host-url="https://numbers.example.org"`),
      'Umami, another server': tag(`data-website-id="${other}"`, 'https://numbers.example.org/script.js'),
    },
    'no site: example.com': { 'Umami, for other hosts': tag(`${named} data-domains="example.com"`) },
    'unsure held': { 'Umami, counted by hand': tag(`${named} data-auto-track="false"`) },
  }),
  ...casesWith(forVisitors.umami)({
    yes: {
      'Umami, its address for visitors receives': tag(`${named} data-host-url="${visitors}"`),
      'Umami, its own address receives': tag(`${named} data-host-url="${stats}"`),
    },
    'no other: https://numbers.example.org': {
      'Umami, none of its addresses receives': tag(`${named} data-host-url="https://numbers.example.org"`),
    },
  }),
  ...casesWith(forVisitors.matomo)({
    yes: {
      'Matomo, at its address for visitors': paq({ address: '//t.example.org/' }),
      'Matomo, at its own address': paq(),
      'Matomo, at both addresses': paq({ address: '//t.example.org/' }) + paq(),
    },
    'no site: 7': {
      'Matomo, another site at its address for visitors': paq({ address: '//t.example.org/', site: '7' }),
      'Matomo, another site at its own address': paq({ site: '7' }),
    },
    'no other: https://numbers.example.org': {
      'Matomo, at none of its addresses': paq({ address: '//numbers.example.org/' }),
    },
  }),
  ...casesWith(cloud)({
    yes: {
      'Umami Cloud': tag(named, 'https://cloud.umami.is/script.js'),
      'Umami Cloud, in Europe': tag(named, 'https://eu.umami.is/script.js'),
    },
    [`no site: ${other}`]: {
      'Umami Cloud, another site': tag(`data-website-id="${other}"`, 'https://cloud.umami.is/script.js'),
    },
  }),
  ...casesWith(matomo)({
    yes: {
      Matomo: paq(),
      'Matomo, running': paq() + loaded('matomo.js'),
      'Matomo, a number': paq({ site: '69' }),
      'Matomo, its old name': paq({ file: 'piwik' }),
      'Matomo, by its whole address': paq({ address: `${stats}/` }),
      'Matomo, in a path': [paq({ address: `${stats}/matomo/` }), { base: `${stats}/matomo` }],
      'Matomo, kept by Cloudflare from being held back': paq().replace('<script>', '<script data-cfasync="false">'),
      'Matomo, at the end of a long script': paq({ more: `"${'x();'.repeat(30_000)}"` }),
      'Matomo, with its number on a line of its own': paq({ site: `${'\n'.padEnd(40)}'69'` }),
      'Matomo, for a domain': paq({ more: "_paq.push(['setCookieDomain', '*.example.com']);" }),
      'Matomo, once a visitor consents': paq({ more: "_paq.push(['requireConsent']);" }),
      'Matomo, with its picture for no scripts': paq() + picture,
      'Matomo, by its names that no blocker knows': paq()
        .replace("'matomo.php'", "'js/tracker.php'")
        .replace("'matomo.js'", "'js/'"),
      'Matomo, as this kind builds it': matomo.template.replaceAll('{base_url}', stats).replaceAll('{id}', '69'),
    },
    'no site: 7': { 'Matomo, another site': paq({ site: "'7'" }) },
    'no site: 69': { 'Matomo, not registered': [paq(), { id: '' }] },
    [`no path: ${stats}/old`]: { 'Matomo, in another path': paq({ address: `${stats}/old/` }) },
    'no other: https://numbers.example.org': { 'Matomo, another server': paq({ address: '//numbers.example.org/' }) },
    'no noscript': { 'Matomo, that picture alone': picture },
    no: { 'nothing of Matomo': '<script>var u = "//stats.example.net.evil.example/";</script>' },
    'unsure held': {
      'Matomo, held back': paq().replace('<script>', '<script type="text/plain" data-cookieconsent="statistics">'),
    },
    'unsure manager: Matomo Tag Manager': { 'Matomo Tag Manager': loaded('js/container_XXXXXXXX.js') },
  }),
];
