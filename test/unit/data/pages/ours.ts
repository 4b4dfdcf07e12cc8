import { traitsOf } from '@/lib/services/traits.ts';
import { buildForms } from '@/lib/tracking/build.ts';
import { code, type PageCase, page, stats } from './page.ts';

const forms = buildForms(traitsOf().templates.trackingCode, { base_url: stats, domain: 'shop.example.com' });

/** The connected service's code, in the ways it is written. */
const found: [name: string, html: string, more?: Partial<PageCase>][] = [
  ['as handed out, in the head', page(code())],
  ['at the end of the body', page('', `<h1>Lamp</h1>${code()}`)],
  ['with a slash after the address', page(code(`${stats}/`, `${stats}/js/script.js`))],
  [
    'in capitals, without quotes',
    page(`<SCRIPT DATA-HOST=${stats} SRC=${stats}/js/script.js ID=ZwSg9rf6GA ASYNC></SCRIPT>`),
    { live: true },
  ],
  ['capitals in the host', page(code('https://Stats.Example.NET'))],
  ['with the default port', page(code('https://stats.example.net:443'))],
  ['spaces around the address', page(code(' https://stats.example.net ', `${stats}/js/script.js`))],
  [
    'single quotes, other order',
    page(`<script async id='ZwSg9rf6GA' src='${stats}/js/script.js' data-host='${stats}'></script>`),
  ],
  ['a version in the script’s address', page(code(stats, `${stats}/js/script.js?v=41&amp;t=1700000000`))],
  ['without a scheme in the script’s address', page(code(stats, '//stats.example.net/js/script.js'))],
  ['from a CDN', page(code(stats, 'https://cdn.example.org/a/9f/script.js'))],
  ['self-hosted copy', page(code(stats, '/assets/s.js'))],
  ['self-hosted copy with a <base>', page(`<base href="https://static.example.com/x/">${code(stats, 'assets/s.js')}`)],
  ['only data-host says whose it is', page(`<script defer src="/t.js" data-host="${stats}"></script>`)],
  [
    'pasted into the page whole',
    page(
      `<script data-host="${stats}" data-dnt="false" id="ZwSg9rf6GA">!function(){var e=document.getElementById("ZwSg9rf6GA")}()</script>`,
    ),
  ],
  ['no data-host, by the script’s address', page(`<script defer src="${stats}/js/script.js"></script>`)],
  ['no data-host, minified copy', page(`<script src="${stats}/js/script.min.js"></script>`)],
  ['no data-host, hashed copy elsewhere', page(`<script src="${stats}/build/script-3f2a91.js"></script>`)],
  ['as a module', page(`<script type="module" data-host="${stats}" src="${stats}/js/script.js"></script>`)],
  [
    'with an old type',
    page(`<script type="text/javascript" data-host="${stats}" src="${stats}/js/script.js"></script>`),
  ],
  [
    'held by Cloudflare’s loader, which runs it',
    page(`<script type="3f0c7e2a91-text/javascript" data-host="${stats}" src="${stats}/js/script.js"></script>`),
  ],
  [
    'run by Partytown already',
    page(`<script type="text/partytown-x" data-host="${stats}" src="${stats}/js/script.js"></script>`),
  ],
  [
    'minified page',
    `<!doctype html><meta charset=utf-8><title>x</title>${code().replaceAll('"', '').replace(' defer', '')}<p>Lamp`,
  ],
  ['no html, head or body tags', `${code()}<p>hello`],
  [
    'in an XHTML page',
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><script data-host="${stats}" src="${stats}/js/script.js"></script></head><body/></html>`,
    { headers: { 'content-type': 'application/xhtml+xml' }, live: true },
  ],
  ['among fifty other scripts', page(`${'<script src="/js/vendor.js"></script>'.repeat(50)}${code()}`)],
  [
    'among comments and old browsers’ notes',
    page(`<!--[if lt IE 9]><script src="/shiv.js"></script><![endif]-->${code()}<!-- end -->`),
  ],
  [
    'beside another vendor’s tag',
    page(`<script defer data-domain="shop.example.com" src="https://plausible.io/js/script.js"></script>${code()}`),
  ],
  [
    'WordPress',
    page(
      `<meta name="generator" content="WordPress 6.9"><link rel="stylesheet" href="/wp-content/themes/x/style.css">${code()}<script src="/wp-includes/js/jquery/jquery.min.js"></script>`,
    ),
  ],
  [
    'put in by a script',
    page(
      `<script>(function(){var s=document.createElement("script");s.setAttribute("data-host","${stats}");s.src="${stats}/js/script.js";s.id="ZwSg9rf6GA";document.head.appendChild(s)})()</script>`,
    ),
    { live: true },
  ],
  ['as copied for HTML', page(forms?.html ?? '')],
  ['as copied for Tag Manager', page('', forms?.tagManager), { live: true }],
  ['as copied for JavaScript', page(`<script>${forms?.javascript}</script>`), { live: true }],
  [
    'put in by document.write',
    page('', `<script>document.write('<script data-host="${stats}" src="${stats}/js/script.js"><\\/script>')</script>`),
    { live: true },
  ],
];

const underPath: [name: string, html: string, more?: Partial<PageCase>][] = [
  ['under a path', page(code('https://example.org/stats'))],
  ['under a path, by the script’s address', page('<script src="https://example.org/stats/js/script.js"></script>')],
  ['under a path of the page’s own host', page(code('/stats')), { base: 'http://shop.example.com/stats' }],
  ['under a path with a repeated slash', page(code('https://example.org//stats/'))],
];

/** The connected service's code, and more to say of it. */
const also: PageCase[] = [
  { name: 'twice', html: page(code(), code()), found: 'yes', says: ['twice'] },
  {
    name: 'twice, one from a tag manager',
    html: page(
      code(),
      `<script>var s=document.createElement("script");s.dataset.host="${stats}";s.src="${stats}/js/script.js";document.body.append(s)</script>`,
    ),
    found: 'yes',
    says: ['twice'],
    live: true,
  },
  { name: 'twice, once where it cannot run', html: page(code(), `<noscript>${code()}</noscript>`), found: 'yes' },
  {
    name: 'beside code for another service',
    html: page(`${code()}${code('https://numbers.example.org')}`),
    found: 'yes',
    says: ['other: https://numbers.example.org'],
  },
  { name: 'asks to respect do-not-track', html: page(code().replace('"false"', '"true"')), found: 'yes' },
];

export const ours: PageCase[] = [
  ...found.map(([name, html, more]) => ({ name, html, found: 'yes' as const, ...more })),
  ...underPath.map(([name, html, more]) => ({
    name,
    html,
    base: 'https://example.org/stats',
    found: 'yes' as const,
    ...more,
  })),
  ...also,
];
