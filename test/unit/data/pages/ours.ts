import { traitsOf } from '@/lib/services/traits.ts';
import { buildForms } from '@/lib/tracking/build.ts';
import { body, cases, casesWith, code, page, stats } from './page.ts';

const forms = buildForms(traitsOf().templates.trackingCode, { base_url: stats, domain: 'shop.example.com' });

/** The connected service's code, in the ways it is written. */
export const ours = [
  ...cases({
    yes: {
      'as handed out, in the head': code(),
      'at the end of the body': body(`<h1>Lamp</h1>${code()}`),
      'with a slash after the address': code(`${stats}/`, `${stats}/js/script.js`),
      'capitals in the host': code('https://Stats.Example.NET'),
      'with the default port': code('https://stats.example.net:443'),
      'spaces around the address': code(' https://stats.example.net ', `${stats}/js/script.js`),
      'single quotes, other order': `<script async id='ZwSg9rf6GA' src='${stats}/js/script.js' data-host='${stats}'></script>`,
      'a version in the script’s address': code(stats, `${stats}/js/script.js?v=41&amp;t=1700000000`),
      'without a scheme in the script’s address': code(stats, '//stats.example.net/js/script.js'),
      'from a CDN': code(stats, 'https://cdn.example.org/a/9f/script.js'),
      'self-hosted copy': code(stats, '/assets/s.js'),
      'self-hosted copy with a <base>': `<base href="https://static.example.com/x/">${code(stats, 'assets/s.js')}`,
      'only data-host says whose it is': `<script defer src="/t.js" data-host="${stats}"></script>`,
      'pasted into the page whole': `<script data-host="${stats}" data-dnt="false" id="ZwSg9rf6GA">!function(){var e=document.getElementById("ZwSg9rf6GA")}()</script>`,
      'no data-host, by the script’s address': `<script defer src="${stats}/js/script.js"></script>`,
      'no data-host, minified copy': `<script src="${stats}/js/script.min.js"></script>`,
      'no data-host, hashed copy elsewhere': `<script src="${stats}/build/script-3f2a91.js"></script>`,
      'as a module': `<script type="module" data-host="${stats}" src="${stats}/js/script.js"></script>`,
      'with an old type': `<script type="text/javascript" data-host="${stats}" src="${stats}/js/script.js"></script>`,
      'held by Cloudflare’s loader, which runs it': `<script type="3f0c7e2a91-text/javascript" data-host="${stats}" src="${stats}/js/script.js"></script>`,
      'run by Partytown already': `<script type="text/partytown-x" data-host="${stats}" src="${stats}/js/script.js"></script>`,
      'minified page': `<!doctype html><meta charset=utf-8><title>x</title>${code().replaceAll('"', '').replace(' defer', '')}<p>Lamp`,
      'no html, head or body tags': ['', { html: `${code()}<p>hello` }],
      'among fifty other scripts': `${'<script src="/js/vendor.js"></script>'.repeat(50)}${code()}`,
      'among comments and old browsers’ notes': `<!--[if lt IE 9]><script src="/shiv.js"></script><![endif]-->${code()}<!-- end -->`,
      'beside another vendor’s tag': `<script defer data-domain="shop.example.com" src="https://plausible.io/js/script.js"></script>${code()}`,
      WordPress: `<meta name="generator" content="WordPress 6.9"><link rel="stylesheet" href="/wp-content/themes/x/style.css">${code()}<script src="/wp-includes/js/jquery/jquery.min.js"></script>`,
      'as copied for HTML': forms?.html ?? '',
      'twice, once where it cannot run': page(code(), `<noscript>${code()}</noscript>`),
      'asks to respect do-not-track': code().replace('"false"', '"true"'),
    },
    'yes twice': {
      twice: page(code(), code()),
      'twice, one from a tag manager': [
        page(
          code(),
          `<script>var s=document.createElement("script");s.dataset.host="${stats}";s.src="${stats}/js/script.js";document.body.append(s)</script>`,
        ),
        { live: true },
      ],
    },
    'yes other: https://numbers.example.org': {
      'beside code for another service': `${code()}${code('https://numbers.example.org')}`,
    },
  }),
  ...casesWith({ live: true })({
    yes: {
      'in capitals, without quotes': `<SCRIPT DATA-HOST=${stats} SRC=${stats}/js/script.js ID=ZwSg9rf6GA ASYNC></SCRIPT>`,
      'in an XHTML page': [
        `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><script data-host="${stats}" src="${stats}/js/script.js"></script></head><body/></html>`,
        { headers: { 'content-type': 'application/xhtml+xml' } },
      ],
      'put in by a script': `<script>(function(){var s=document.createElement("script");s.setAttribute("data-host","${stats}");s.src="${stats}/js/script.js";s.id="ZwSg9rf6GA";document.head.appendChild(s)})()</script>`,
      'as copied for Tag Manager': body(forms?.tagManager ?? ''),
      'as copied for JavaScript': `<script>${forms?.javascript}</script>`,
      'put in by document.write': body(
        `<script>document.write('<script data-host="${stats}" src="${stats}/js/script.js"><\\/script>')</script>`,
      ),
    },
  }),
  ...casesWith({ base: 'https://example.org/stats' })({
    yes: {
      'under a path': code('https://example.org/stats'),
      'under a path, by the script’s address': '<script src="https://example.org/stats/js/script.js"></script>',
      'under a path of the page’s own host': [code('/stats'), { base: 'http://shop.example.com/stats' }],
      'under a path with a repeated slash': code('https://example.org//stats/'),
    },
  }),
];
