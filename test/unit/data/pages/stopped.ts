import { traits } from '@/lib/services/traits.ts';
import { paq } from './kinds.ts';
import { code, type PageCase, page, stats } from './page.ts';

const typed = (type: string) => code().replace('<script', `<script type="${type}"`);
const inline = { template: traits.matomo.templates.trackingCode, live: true } as const;
const withNonce = (nonce: string) => paq().replace('<script', `<script nonce="${nonce}"`);
const meta = (policy: string) => `<meta http-equiv="Content-Security-Policy" content="${policy}">`;

/** The connected service's code where it does not, or may not, run. */
export const stopped: PageCase[] = [
  { name: 'in a noscript', html: page('', `<noscript>${code()}</noscript>`), found: 'no', says: ['noscript'] },
  {
    name: 'in a noscript of the head, among others',
    html: page(`<noscript><link rel="stylesheet" href="/a.css">${code()}</noscript>`),
    found: 'no',
    says: ['noscript'],
  },
  {
    name: 'in a template',
    html: page('', `<template id="consent">${code()}</template>`),
    found: 'no',
    says: ['template'],
  },
  {
    name: 'in a template in a template',
    html: page('', `<template><div><template>${code()}</template></div></template>`),
    found: 'no',
    says: ['template'],
  },
  {
    name: 'for browsers without modules',
    html: page(code().replace('<script', '<script nomodule')),
    found: 'no',
    says: ['nomodule'],
  },
  {
    name: 'refused by the policy in the page',
    html: page(`<meta http-equiv="Content-Security-Policy" content="script-src 'self'">${code()}`),
    found: 'no',
    says: ['csp'],
    live: true,
  },
  {
    name: 'refused by the policy in the header',
    html: page(code()),
    headers: { 'content-security-policy': "default-src 'self'" },
    found: 'no',
    says: ['csp'],
    live: true,
  },
  {
    name: 'policy that only reports',
    html: page(code()),
    headers: { 'content-security-policy-report-only': "default-src 'self'" },
    found: 'yes',
    live: true,
  },
  {
    name: 'policy that allows the service',
    html: page(code()),
    headers: { 'content-security-policy': `script-src ${stats}; connect-src ${stats}` },
    found: 'yes',
    live: true,
  },
  {
    name: 'policy that refuses its hits',
    html: page(`${code()}<script nonce="x">fetch("${stats}/api/event",{method:"POST"}).catch(function(){})</script>`),
    headers: { 'content-security-policy': `script-src ${stats} 'nonce-x'; connect-src 'self'` },
    found: 'no',
    says: ['csp'],
    live: true,
  },
  {
    name: 'policy that refuses another script',
    html: page(`${code()}<script src="https://ads.example.org/a.js"></script>`),
    headers: { 'content-security-policy': `script-src ${stats}` },
    found: 'yes',
    live: true,
  },
  {
    name: 'strict policy with trusted types',
    html: page('', `<noscript>${code()}</noscript>`),
    headers: { 'content-security-policy': "require-trusted-types-for 'script'" },
    found: 'no',
    says: ['noscript'],
    live: true,
  },
  {
    name: 'its script is gone',
    html: page(code(stats, '/gone/s.js')),
    found: 'no',
    says: ['failed'],
    live: true,
  },
  {
    name: 'put in as text, which browsers do not run',
    html: page('', `<div id="x"></div><script>x.innerHTML='${code().replace('</', '<\\/')}'</script>`),
    found: 'unsure',
    says: ['missing'],
    live: true,
  },
  {
    name: 'loaded, and the list of what was loaded emptied',
    html: page(
      `<script src="/js/app.js"></script>${code()}<script>onload=function(){performance.clearResourceTimings()}</script>`,
    ),
    found: 'yes',
    live: true,
  },
  { name: 'never closed', html: page('', code().replace('</script>', '')), found: 'no', live: true },
  { ...inline, name: 'inline, never closed', html: page('', paq().replace('</script>', '')), found: 'no' },
  {
    ...inline,
    name: 'inline, refused by the policy in the header',
    html: page(paq()),
    headers: { 'content-security-policy': `script-src ${stats}` },
    found: 'no',
    says: ['csp'],
  },
  {
    ...inline,
    name: 'inline, refused by the policy in the page',
    html: page(meta(`script-src ${stats}`) + paq()),
    found: 'no',
    says: ['csp'],
  },
  {
    ...inline,
    name: 'inline, before the policy in the page',
    html: page(paq() + meta(`script-src ${stats}`)),
    found: 'yes',
  },
  {
    ...inline,
    name: 'inline, before the policy in the page, which refuses another',
    html: page(`${paq()}${meta(`script-src ${stats}`)}<script>draw()</script>`),
    found: 'yes',
  },
  {
    ...inline,
    name: 'inline, without the nonce of the policy',
    html: page(paq()),
    headers: { 'content-security-policy': "script-src 'nonce-x' 'unsafe-inline' http: https:" },
    found: 'no',
    says: ['csp'],
  },
  {
    ...inline,
    name: 'inline, with the nonce of the policy, which refuses another',
    html: page(`${withNonce('x')}<script>draw()</script>`),
    headers: { 'content-security-policy': "script-src 'nonce-x' http: https:" },
    found: 'yes',
  },
  {
    ...inline,
    name: 'inline, allowed by a policy that refuses what it loads',
    html: page(withNonce('x')),
    headers: { 'content-security-policy': "script-src 'self' 'nonce-x'" },
    found: 'no',
    says: ['csp'],
  },
  {
    ...inline,
    name: 'inline, by a policy with the hash of another',
    html: page(paq()),
    headers: { 'content-security-policy': "script-src 'sha256-abc=' http: https:" },
    found: 'unsure',
    says: ['missing'],
  },
  { name: 'waiting for consent', html: page(typed('text/plain')), found: 'unsure', says: ['held'] },
  {
    name: 'waiting for consent, address put aside',
    html: page(`<script type="text/plain" data-category="statistics" data-src="${stats}/js/script.js"></script>`),
    found: 'unsure',
    says: ['held'],
  },
  {
    name: 'delayed by a WordPress cache',
    html: page(
      `<script type="rocketlazyloadscript" data-rocket-src="${stats}/js/script.js" data-host="${stats}" id="ZwSg9rf6GA"></script>`,
    ),
    found: 'unsure',
    says: ['held'],
  },
  { name: 'for Partytown, not run yet', html: page(typed('text/partytown')), found: 'unsure', says: ['held'] },
  {
    name: 'without script address or text',
    html: page(`<script data-host="${stats}" id="ZwSg9rf6GA"></script>`),
    found: 'unsure',
    says: ['held'],
  },
  {
    name: 'a script that will put it in after consent',
    html: page(
      `<script>function onConsent(){var s=document.createElement("script");s.dataset.host="${stats}";s.src="${stats}/js/script.js";document.head.append(s)}</script>`,
    ),
    found: 'unsure',
    says: ['mentioned'],
  },
  {
    name: 'put in and taken out again by its loader',
    html: page(
      `<script>var s=document.createElement("script");s.src="${stats}/js/script.js";document.head.append(s);s.remove()</script>`,
    ),
    found: 'unsure',
    says: ['mentioned'],
    live: true,
  },
  {
    name: 'in the payload of a framework',
    html: page(
      `<script>self.__next_f=self.__next_f||[];self.__next_f.push([1,"4:[\\"$\\",\\"script\\",null,{\\"src\\":\\"${stats}/js/script.js\\",\\"data-host\\":\\"${stats}\\"}]"])</script>`,
    ),
    found: 'unsure',
    says: ['mentioned'],
  },
  {
    name: 'as text in a tutorial',
    html: page('', `<pre><code>${code().replaceAll('<', '&lt;')}</code></pre>`),
    found: 'no',
  },
  { name: 'in a comment', html: page(`<!-- ${code()} -->`), found: 'no' },
  { name: 'in a text box', html: page('', `<textarea>${code()}</textarea>`), found: 'no' },
  { name: 'in the title', html: `<!doctype html><title>${code()}</title><p>x`, found: 'no' },
  { name: 'in a style', html: page(`<style>${code().replace('</script>', '')}</style>`), found: 'no' },
  {
    name: 'in data for search engines',
    html: page(
      `<script type="application/ld+json">{"description":"use ${stats}/js/script.js with data-host"}</script>`,
    ),
    found: 'no',
  },
  { name: 'in a frame of the page', html: page('', `<iframe srcdoc='${code()}'></iframe>`), found: 'no', live: true },
  {
    name: 'a page of frames',
    html: '<!doctype html><html><frameset cols="50%,50%"><frame src="about:blank"><frame src="about:blank"></frameset></html>',
    found: 'unsure',
    says: ['frames'],
    live: true,
  },
  {
    name: 'only preloaded',
    html: page(`<link rel="preload" as="script" href="${stats}/js/script.js"><link rel="preconnect" href="${stats}">`),
    found: 'no',
  },
];
