import { type CorpusRow, elsewhere, json, load, script, service } from './row.ts';

export const umamiId = 'bfc7a3d2-5a0e-4a0e-9a55-0c1f7e1d9a01';
const other = '0d9a5c11-5a0e-4a0e-9a55-0c1f7e1d9a02';
const id = `data-website-id="${umamiId}"`;
const tracker = `${service}/script.js`;

/** Umami's code as programs bring it. */
export const umamiRows: CorpusRow[] = [
  ['Umami, Tracking code', load(tracker, `defer ${id}`), 'tracking'],
  ['Umami 1', load(`${service}/umami.js`, `async defer ${id}`), 'tracking'],
  ['Umami, TRACKER_SCRIPT_NAME', load(`${service}/u.js`, `defer ${id}`), 'tracking'],
  [
    'Umami, served by the site, host named',
    load('/stats/script.js', `defer ${id} data-host-url="${service}"`),
    'tracking',
  ],
  ['Umami, served and received by the site', load('/umami/script.js', `defer ${id}`), 'tracking'],
  ['Umami, received by another', load(tracker, `defer ${id} data-host-url="${elsewhere}"`), `other other ${elsewhere}`],
  ['Umami, another site of ours', load(tracker, `defer data-website-id="${other}"`), `other site ${other}`],
  [
    'Umami, another service',
    load(`${elsewhere}/script.js`, `defer data-website-id="${other}"`),
    `other other ${elsewhere}`,
  ],
  ['Umami, of other domains', load(tracker, `defer ${id} data-domains="example.com"`), 'other site example.com'],
  [
    'Umami, of this domain',
    load(tracker, `defer ${id} data-domains="practice.example,www.practice.example"`),
    'tracking',
  ],
  ['Umami, by hand', load(tracker, `defer ${id} data-auto-track="false"`), 'unsure held'],
  [
    'Umami, recorder beside it',
    load(tracker, `defer ${id}`) + load(`${service}/recorder.js`, `defer ${id} data-sample-rate="0.2"`),
    'tracking',
  ],
  [
    'Umami, recorder alone',
    load(`${service}/recorder.js`, `defer ${id} data-host-url="${service}"`),
    `unsure unlike ${service}/recorder.js`,
  ],
  ['Umami, recorder alone, served by the site', load('/recorder.js', `defer ${id}`), 'missing'],
  ['Umami, through Cloudflare', load(tracker, `defer data-cfasync="false" ${id}`), 'tracking'],
  ['Hugo, PaperMod extend_head', load(tracker, `async defer ${id}`), 'tracking'],
  ['Hugo, Blowfish', load(tracker, `async ${id} data-do-not-track="true"`), 'tracking'],
  ['Hugo, Congo', load(tracker, `defer ${id} data-domains="www.practice.example"`), 'tracking'],
  ['Jekyll, Chirpy', load(tracker, `defer ${id}`), 'tracking'],
  ['Hexo, NexT', load(tracker, `async defer ${id} data-host-url="${service}"`), 'tracking'],
  [
    'Hexo, Butterfly',
    `<!doctype html><body><p>Backs, knees and shoulders.</p>${load(tracker, `defer ${id}`)}`,
    'tracking',
  ],
  [
    'Hugo, a theme that writes what is not set',
    load(tracker, `defer ${id} data-host-url="" data-domains=""`),
    'tracking',
  ],
  ['VitePress, head', load(tracker, `defer ${id}`), 'tracking'],
  [
    'VuePress, plugin-umami-analytics',
    script(
      `;(function(){var s=document.createElement('script');s.async=true;s.src='${tracker}';s.setAttribute('data-website-id','${umamiId}');document.head.appendChild(s)})();`,
    ),
    'tracking',
  ],
  ['Docusaurus, scripts', load(tracker, `async defer ${id}`), 'tracking'],
  [
    'Gatsby, gatsby-plugin-umami',
    load(tracker, `async defer ${id} data-auto-track="true" data-do-not-track="true" data-cache="false"`),
    'tracking',
  ],
  ['Gridsome', load(`${service}/umami.js`, `async defer ${id} data-domains="" data-auto-track="true"`), 'tracking'],
  ['Next.js, beforeInteractive', `${load('/_next/static/chunks/main-app.js')}${load(tracker, id)}`, 'tracking'],
  [
    'Next.js, afterInteractive in flight data',
    `<link rel="preload" href="${tracker}" as="script">${load('/_next/static/chunks/main-app.js')}${script(`self.__next_f.push([1,${JSON.stringify(`7:["$","$L9",null,{"src":"${tracker}","data-website-id":"${umamiId}","strategy":"afterInteractive"}]`)}])`)}`,
    'unsure mentioned',
  ],
  ['Next.js, in its bundle', load('/_next/static/chunks/main-app.js'), 'unsure bundle'],
  [
    'Next.js, beforeInteractive, handed over',
    script(`(self.__next_s=self.__next_s||[]).push(["${tracker}",{"data-website-id":"${umamiId}","defer":true}])`),
    'unsure mentioned',
  ],
  [
    'Nuxt, nuxt-umami',
    `${load('/_nuxt/C8aXk2.js', 'type="module"')}${script(`window.__NUXT__={};window.__NUXT__.config={public:{umami:{host:"${service}",id:"${umamiId}",autoTrack:true}}}`)}`,
    'unsure mentioned',
  ],
  [
    'Nuxt, its settings, escaped',
    `${load('/_nuxt/C8aXk2.js', 'type="module"')}${script(`window.__NUXT__.config={public:{umami:{host:"https:\\u002F\\u002Fstats.agency.example",id:"${umamiId}"}}}`)}`,
    'unsure mentioned',
  ],
  ['Nuxt Scripts, in its bundle', load('/_nuxt/C8aXk2.js', 'type="module"'), 'unsure bundle'],
  [
    'SvelteKit, app.html',
    `${load(tracker, `defer ${id}`)}${load('/_app/immutable/entry/start.js', 'type="module"')}`,
    'tracking',
  ],
  ['Astro, is:inline', load(tracker, `defer ${id}`), 'tracking'],
  ['Astro, Partytown', load(tracker, `type="text/partytown" ${id}`), 'unsure held'],
  [
    'Remix',
    script(
      `window.__remixContext = ${json({ state: { loaderData: { root: { ENV: { UMAMI_URL: tracker, UMAMI_WEBSITE_ID: umamiId } } } } })}`,
    ),
    'unsure mentioned',
  ],
  [
    'React, injected',
    script(
      `(function(){var s=document.createElement("script");s.defer=true;s.src="${tracker}";s.dataset.websiteId="${umamiId}";document.head.append(s)})()`,
    ),
    'tracking',
  ],
  ['WordPress, plug-in', load(`${tracker}?ver=1.0`, `defer id="umami-js" ${id} data-auto-track="1"`), 'tracking'],
  [
    'WordPress, delayed by WP Rocket',
    `<script type="rocketlazyloadscript" defer data-rocket-src="${tracker}" ${id}></script>`,
    'unsure held',
  ],
  ['Ghost, code injection', load(tracker, `async ${id}`), 'tracking'],
  [
    'Halo, Typecho',
    `<!doctype html><body><p>Backs, knees and shoulders.</p><footer>${load(tracker, `async defer ${id}`)}</footer>`,
    'tracking',
  ],
  ['Mastodon or Discourse, theme', load(tracker, `defer nonce="x" ${id}`), 'tracking'],
  [
    'DataFast, which has the attribute, too',
    load('https://datafa.st/js/script.js', 'defer data-website-id="dfid_83K7WzoS" data-domain="practice.example"'),
    'missing',
  ],
  [
    'Web-metrics, which speaks alike',
    load(`${elsewhere}/em.js`, `defer data-website-id="${other}"`),
    `other other ${elsewhere}`,
  ],
  [
    'Klaro',
    `${load('/klaro.js', 'defer')}<script type="text/plain" data-type="application/javascript" data-name="umami" data-src="${tracker}" ${id}></script>`,
    'unsure consent',
  ],
  [
    'Cookiebot',
    `${load('https://consent.cookiebot.com/uc.js')}<script type="text/plain" data-cookieconsent="statistics" src="${tracker}" ${id}></script>`,
    'unsure consent',
  ],
  ['Google Tag Manager', load('https://www.googletagmanager.com/gtm.js?id=GTM-ABC123'), 'unsure manager'],
  [
    'Only when not on this computer',
    script(
      `if(location.hostname!=='localhost'){var s=document.createElement('script');s.src='${tracker}';s.setAttribute('data-website-id','${umamiId}');document.head.appendChild(s)}`,
    ),
    'tracking',
  ],
  ['in a template', `<template>${load(tracker, id)}</template>`, 'blocked template'],
  ['in a noscript', `<noscript>${load(tracker, id)}</noscript>`, 'blocked noscript'],
  [
    'in a text among settings',
    script(`var settings = {"code":${JSON.stringify(load(tracker, id)).replaceAll('</', '<\\/')}};`),
    'unsure mentioned',
  ],
  [
    'in a text that is put into the page',
    script(`$('head').append('${load(tracker, id).replaceAll('</', '<\\/')}');`),
    'tracking',
  ],
  ['in a comment', `<!-- ${load(tracker, id)} -->`, 'missing'],
  ['nothing', '', 'missing'],
  [
    'Umami, over http, upgraded by the page',
    `<meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests;">${load(tracker.replace('https', 'http'), `defer ${id}`)}`,
    'tracking',
  ],
  [
    'Umami, created for another domain alone',
    script(
      `var s=document.createElement('script');s.src='${tracker}';s.setAttribute('data-website-id','${umamiId}');s.setAttribute('data-domains','shop.other.example');document.head.append(s)`,
    ),
    'unsure mentioned',
  ],
  [
    'Umami, created for this domain',
    script(
      `var s=document.createElement('script');s.src='${tracker}';s.setAttribute('data-website-id','${umamiId}');s.setAttribute('data-domains','www.practice.example');document.head.append(s)`,
    ),
    'tracking',
  ],
  [
    'Umami, created, by hand',
    script(
      `var s=document.createElement('script');s.src='${tracker}';s.dataset.websiteId='${umamiId}';s.dataset.autoTrack='false';document.head.append(s)`,
    ),
    'unsure held',
  ],
];
