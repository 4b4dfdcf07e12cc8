import { traits } from '@/lib/services/traits.ts';
import { paq } from './kinds.ts';
import { body, cases, casesWith, code, stats } from './page.ts';

const typed = (type: string) => code().replace('<script', `<script type="${type}"`);
const inline = { template: traits.matomo.templates.trackingCode, live: true } as const;
const withNonce = (nonce: string) => paq().replace('<script', `<script nonce="${nonce}"`);
const policy = (text: string) => ({ headers: { 'content-security-policy': text } });
const meta = (policy: string) => `<meta http-equiv="Content-Security-Policy" content="${policy}">`;

/** The connected service's code where it does not, or may not, run. */
export const stopped = [
  ...cases({
    'no noscript': {
      'in a noscript': body(`<noscript>${code()}</noscript>`),
      'in a noscript of the head, among others': `<noscript><link rel="stylesheet" href="/a.css">${code()}</noscript>`,
    },
    'no template': {
      'in a template': body(`<template id="consent">${code()}</template>`),
      'in a template in a template': body(`<template><div><template>${code()}</template></div></template>`),
    },
    'no nomodule': { 'for browsers without modules': code().replace('<script', '<script nomodule') },
    no: {
      'as text in a tutorial': body(`<pre><code>${code().replaceAll('<', '&lt;')}</code></pre>`),
      'in a comment': `<!-- ${code()} -->`,
      'in a text box': body(`<textarea>${code()}</textarea>`),
      'in the title': `<!doctype html><title>${code()}</title><p>x`,
      'in a style': `<style>${code().replace('</script>', '')}</style>`,
      'in data for search engines': `<script type="application/ld+json">{"description":"use ${stats}/js/script.js with data-host"}</script>`,
    },
    'unsure mentioned': {
      'in a frame of the page': [body(`<iframe srcdoc='${code()}'></iframe>`), { live: true }],
      'only preloaded': `<link rel="preload" as="script" href="${stats}/js/script.js"><link rel="preconnect" href="${stats}">`,
      'a script that will put it in after consent': `<script>function onConsent(){var s=document.createElement("script");s.dataset.host="${stats}";s.src="${stats}/js/script.js";document.head.append(s)}</script>`,
      'in the payload of a framework': `<script>self.__next_f=self.__next_f||[];self.__next_f.push([1,"4:[\\"$\\",\\"script\\",null,{\\"src\\":\\"${stats}/js/script.js\\",\\"data-host\\":\\"${stats}\\"}]"])</script>`,
    },
    'unsure held': {
      'waiting for consent': typed('text/plain'),
      'waiting for consent, address put aside': `<script type="text/plain" data-category="statistics" data-src="${stats}/js/script.js"></script>`,
      'delayed by a WordPress cache': `<script type="rocketlazyloadscript" data-rocket-src="${stats}/js/script.js" data-host="${stats}" id="ZwSg9rf6GA"></script>`,
      'for Partytown, not run yet': typed('text/partytown'),
      'without script address or text': `<script data-host="${stats}" id="ZwSg9rf6GA"></script>`,
    },
  }),
  ...casesWith({ live: true })({
    'no csp': {
      'refused by the policy in the page': meta("script-src 'self'") + code(),
      'refused by the policy in the header': [code(), policy("default-src 'self'")],
      'policy that refuses its hits': [
        `${code()}<script nonce="x">fetch("${stats}/api/event",{method:"POST"}).catch(function(){})</script>`,
        policy(`script-src ${stats} 'nonce-x'; connect-src 'self'`),
      ],
    },
    'no noscript': {
      'strict policy with trusted types': [
        body(`<noscript>${code()}</noscript>`),
        policy("require-trusted-types-for 'script'"),
      ],
    },
    'no failed': { 'its script is gone': code(stats, '/gone/s.js') },
    'no unclosed': { 'never closed': body(code().replace('</script>', '')) },
    yes: {
      'policy that only reports': [
        code(),
        { headers: { 'content-security-policy-report-only': "default-src 'self'" } },
      ],
      'policy that allows the service': [code(), policy(`script-src ${stats}; connect-src ${stats}`)],
      'policy that refuses another script': [
        `${code()}<script src="https://ads.example.org/a.js"></script>`,
        policy(`script-src ${stats}`),
      ],
      'loaded, and the list of what was loaded emptied': `<script src="/js/app.js"></script>${code()}<script>onload=function(){performance.clearResourceTimings()}</script>`,
    },
    'unsure mentioned': {
      'put in and taken out again by its loader': `<script>var s=document.createElement("script");s.src="${stats}/js/script.js";document.head.append(s);s.remove()</script>`,
    },
    'unsure missing': {
      'put in as text, which browsers do not run': body(
        `<div id="x"></div><script>x.innerHTML='${code().replace('</', '<\\/')}'</script>`,
      ),
    },
    'unsure frames': {
      'a page of frames':
        '<!doctype html><html><frameset cols="50%,50%"><frame src="about:blank"><frame src="about:blank"></frameset></html>',
    },
  }),
  ...casesWith(inline)({
    'no unclosed': { 'inline, never closed': body(paq().replace('</script>', '')) },
    'no csp': {
      'inline, refused by the policy in the header': [paq(), policy(`script-src ${stats}`)],
      'inline, refused by the policy in the page': meta(`script-src ${stats}`) + paq(),
      'inline, without the nonce of the policy': [paq(), policy("script-src 'nonce-x' 'unsafe-inline' http: https:")],
      'inline, allowed by a policy that refuses what it loads': [withNonce('x'), policy("script-src 'self' 'nonce-x'")],
    },
    yes: {
      'inline, before the policy in the page': paq() + meta(`script-src ${stats}`),
      'inline, before the policy in the page, which refuses another': `${paq()}${meta(`script-src ${stats}`)}<script>draw()</script>`,
      'inline, with the nonce of the policy, which refuses another': [
        `${withNonce('x')}<script>draw()</script>`,
        policy("script-src 'nonce-x' http: https:"),
      ],
    },
    'unsure missing': {
      'inline, by a policy with the hash of another': [paq(), policy("script-src 'sha256-abc=' http: https:")],
    },
  }),
];
