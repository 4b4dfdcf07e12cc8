import { traits } from '@/lib/services/traits.ts';
import { paq } from './kinds.ts';
import { body, casesOf, code, stats } from './page.ts';

const typed = (type: string) => code().replace('<script', `<script type="${type}"`);
const inline = { template: traits.matomo.templates.trackingCode, live: true } as const;
const withNonce = (nonce: string) => paq().replace('<script', `<script nonce="${nonce}"`);
const policy = (text: string) => ({ headers: { 'content-security-policy': text } });
const meta = (policy: string) => `<meta http-equiv="Content-Security-Policy" content="${policy}">`;

/** The connected service's code where it does not, or may not, run. */
export const stopped = [
  ...casesOf({ found: 'no' }, [
    ['in a noscript', body(`<noscript>${code()}</noscript>`), 'noscript'],
    [
      'in a noscript of the head, among others',
      `<noscript><link rel="stylesheet" href="/a.css">${code()}</noscript>`,
      'noscript',
    ],
    ['in a template', body(`<template id="consent">${code()}</template>`), 'template'],
    ['in a template in a template', body(`<template><div><template>${code()}</template></div></template>`), 'template'],
    ['for browsers without modules', code().replace('<script', '<script nomodule'), 'nomodule'],
    ['as text in a tutorial', body(`<pre><code>${code().replaceAll('<', '&lt;')}</code></pre>`)],
    ['in a comment', `<!-- ${code()} -->`],
    ['in a text box', body(`<textarea>${code()}</textarea>`)],
    ['in the title', `<!doctype html><title>${code()}</title><p>x`],
    ['in a style', `<style>${code().replace('</script>', '')}</style>`],
    [
      'in data for search engines',
      `<script type="application/ld+json">{"description":"use ${stats}/js/script.js with data-host"}</script>`,
    ],
  ]),
  ...casesOf({ found: 'no', live: true }, [
    ['refused by the policy in the page', meta("script-src 'self'") + code(), 'csp'],
    ['refused by the policy in the header', code(), 'csp', policy("default-src 'self'")],
    [
      'policy that refuses its hits',
      `${code()}<script nonce="x">fetch("${stats}/api/event",{method:"POST"}).catch(function(){})</script>`,
      'csp',
      policy(`script-src ${stats} 'nonce-x'; connect-src 'self'`),
    ],
    [
      'strict policy with trusted types',
      body(`<noscript>${code()}</noscript>`),
      'noscript',
      policy("require-trusted-types-for 'script'"),
    ],
    ['its script is gone', code(stats, '/gone/s.js'), 'failed'],
    ['never closed', body(code().replace('</script>', '')), 'unclosed'],
  ]),
  ...casesOf({ found: 'yes', live: true }, [
    [
      'policy that only reports',
      code(),
      undefined,
      { headers: { 'content-security-policy-report-only': "default-src 'self'" } },
    ],
    ['policy that allows the service', code(), undefined, policy(`script-src ${stats}; connect-src ${stats}`)],
    [
      'policy that refuses another script',
      `${code()}<script src="https://ads.example.org/a.js"></script>`,
      undefined,
      policy(`script-src ${stats}`),
    ],
    [
      'loaded, and the list of what was loaded emptied',
      `<script src="/js/app.js"></script>${code()}<script>onload=function(){performance.clearResourceTimings()}</script>`,
    ],
  ]),
  ...casesOf({ found: 'unsure', live: true }, [
    ['in a frame of the page', body(`<iframe srcdoc='${code()}'></iframe>`), 'mentioned'],
    [
      'put in as text, which browsers do not run',
      body(`<div id="x"></div><script>x.innerHTML='${code().replace('</', '<\\/')}'</script>`),
      'missing',
    ],
    [
      'put in and taken out again by its loader',
      `<script>var s=document.createElement("script");s.src="${stats}/js/script.js";document.head.append(s);s.remove()</script>`,
      'mentioned',
    ],
    [
      'a page of frames',
      '<!doctype html><html><frameset cols="50%,50%"><frame src="about:blank"><frame src="about:blank"></frameset></html>',
      'frames',
    ],
  ]),
  ...casesOf({ ...inline, found: 'no' }, [
    ['inline, never closed', body(paq().replace('</script>', '')), 'unclosed'],
    ['inline, refused by the policy in the header', paq(), 'csp', policy(`script-src ${stats}`)],
    ['inline, refused by the policy in the page', meta(`script-src ${stats}`) + paq(), 'csp'],
    [
      'inline, without the nonce of the policy',
      paq(),
      'csp',
      policy("script-src 'nonce-x' 'unsafe-inline' http: https:"),
    ],
    [
      'inline, allowed by a policy that refuses what it loads',
      withNonce('x'),
      'csp',
      policy("script-src 'self' 'nonce-x'"),
    ],
  ]),
  ...casesOf({ ...inline, found: 'yes' }, [
    ['inline, before the policy in the page', paq() + meta(`script-src ${stats}`)],
    [
      'inline, before the policy in the page, which refuses another',
      `${paq()}${meta(`script-src ${stats}`)}<script>draw()</script>`,
    ],
    [
      'inline, with the nonce of the policy, which refuses another',
      `${withNonce('x')}<script>draw()</script>`,
      undefined,
      policy("script-src 'nonce-x' http: https:"),
    ],
  ]),
  ...casesOf({ ...inline, found: 'unsure' }, [
    ['inline, by a policy with the hash of another', paq(), 'missing', policy("script-src 'sha256-abc=' http: https:")],
  ]),
  ...casesOf({ found: 'unsure' }, [
    [
      'only preloaded',
      `<link rel="preload" as="script" href="${stats}/js/script.js"><link rel="preconnect" href="${stats}">`,
      'mentioned',
    ],
    ['waiting for consent', typed('text/plain'), 'held'],
    [
      'waiting for consent, address put aside',
      `<script type="text/plain" data-category="statistics" data-src="${stats}/js/script.js"></script>`,
      'held',
    ],
    [
      'delayed by a WordPress cache',
      `<script type="rocketlazyloadscript" data-rocket-src="${stats}/js/script.js" data-host="${stats}" id="ZwSg9rf6GA"></script>`,
      'held',
    ],
    ['for Partytown, not run yet', typed('text/partytown'), 'held'],
    ['without script address or text', `<script data-host="${stats}" id="ZwSg9rf6GA"></script>`, 'held'],
    [
      'a script that will put it in after consent',
      `<script>function onConsent(){var s=document.createElement("script");s.dataset.host="${stats}";s.src="${stats}/js/script.js";document.head.append(s)}</script>`,
      'mentioned',
    ],
    [
      'in the payload of a framework',
      `<script>self.__next_f=self.__next_f||[];self.__next_f.push([1,"4:[\\"$\\",\\"script\\",null,{\\"src\\":\\"${stats}/js/script.js\\",\\"data-host\\":\\"${stats}\\"}]"])</script>`,
      'mentioned',
    ],
  ]),
];
