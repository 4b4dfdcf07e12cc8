import { type CorpusRows, elsewhere, json, load, script, service, site } from './row.ts';

export const umamiId = 'bfc7a3d2-5a0e-4a0e-9a55-0c1f7e1d9a01';
const other = '0d9a5c11-5a0e-4a0e-9a55-0c1f7e1d9a02';
const id = `data-website-id="${umamiId}"`;
const tracker = `${service}/script.js`;
const atHome = { base: `${site}/umami` };
const gallery = `<img src="${site}/team.jpg" alt="">`.repeat(120);
const self = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'">`;

/** Umami's code as programs bring it. */
export const umamiRows: CorpusRows = {
  tracking: {
    'Umami, Tracking code; Astro, Jekyll, VitePress': load(tracker, `defer ${id}`),
    'Umami, by a loader of the site’s own': `(function(o){var s=document.createElement('script');s.src=o.src;for(var k in o.data)s.setAttribute('data-'+k,o.data[k]);document.head.appendChild(s)})({src:'${tracker}',websiteId:'${umamiId}'});`,
    'Umami 1': load(`${service}/umami.js`, `async defer ${id}`),
    'Umami, TRACKER_SCRIPT_NAME': load(`${service}/u.js`, `defer ${id}`),
    'Umami, served by the site, host named': load('/stats/script.js', `defer ${id} data-host-url="${service}"`),
    'Umami, served and received by the site': load('/umami/script.js', `defer ${id}`),
    'Umami, served and received by the site, all that its policy allows': `${self}${load('/stats.js', `defer ${id}`)}`,
    'Umami, the same beside its server': [
      `${self}${load('/stats.js', `defer ${id}`)}`,
      { url: 'https://www.agency.example/' },
    ],
    'Umami, by another name of its server, in a country': [
      load('https://s.agency.co.uk/script.js', `defer ${id}`),
      { base: 'https://stats.agency.co.uk' },
    ],
    'Umami, by another name of its server': load('https://s.agency.example/script.js', `defer ${id}`),
    'Umami, of this domain': load(tracker, `defer ${id} data-domains="practice.example,www.practice.example"`),
    'Umami, recorder beside it':
      load(tracker, `defer ${id}`) + load(`${service}/recorder.js`, `defer ${id} data-sample-rate="0.2"`),
    'Umami, through Cloudflare': load(tracker, `defer data-cfasync="false" ${id}`),
    'Hugo, PaperMod extend_head; Docusaurus, scripts': load(tracker, `async defer ${id}`),
    'Hugo, Blowfish': load(tracker, `async ${id} data-do-not-track="true"`),
    'Hugo, Congo': load(tracker, `defer ${id} data-domains="www.practice.example"`),
    'Hexo, NexT': load(tracker, `async defer ${id} data-host-url="${service}"`),
    'Hexo, Butterfly': `<!doctype html><body><p>Backs, knees and shoulders.</p>${load(tracker, `defer ${id}`)}`,
    'Hugo, a theme that writes what is not set': load(tracker, `defer ${id} data-host-url="" data-domains=""`),
    'VuePress, plugin-umami-analytics': `;(function(){var s=document.createElement('script');s.async=true;s.src='${tracker}';s.setAttribute('data-website-id','${umamiId}');document.head.appendChild(s)})();`,
    'Gatsby, gatsby-plugin-umami': load(
      tracker,
      `async defer ${id} data-auto-track="true" data-do-not-track="true" data-cache="false"`,
    ),
    Gridsome: load(`${service}/umami.js`, `async defer ${id} data-domains="" data-auto-track="true"`),
    'Next.js, beforeInteractive': `${load('/_next/static/chunks/main-app.js')}${load(tracker, id)}`,
    'SvelteKit, app.html': `${load(tracker, `defer ${id}`)}${load('/_app/immutable/entry/start.js', 'type="module"')}`,
    'React, injected': `(function(){var s=document.createElement("script");s.defer=true;s.src="${tracker}";s.dataset.websiteId="${umamiId}";document.head.append(s)})()`,
    'WordPress, plug-in': load(`${tracker}?ver=1.0`, `defer id="umami-js" ${id} data-auto-track="1"`),
    'Ghost, code injection': load(tracker, `async ${id}`),
    'Halo, Typecho': `<!doctype html><body><p>Backs, knees and shoulders.</p><footer>${load(tracker, `async defer ${id}`)}</footer>`,
    'Mastodon or Discourse, theme': load(tracker, `defer nonce="x" ${id}`),
    'Only when not on this computer': `if(location.hostname!=='localhost'){var s=document.createElement('script');s.src='${tracker}';s.setAttribute('data-website-id','${umamiId}');document.head.appendChild(s)}`,
    'a site at its service’s host, after a gallery': [
      `<!doctype html><body><p>Backs and knees.</p>${gallery}${script(`var s=document.createElement('script');s.src='${site}/umami/script.js';s.dataset.websiteId='${umamiId}';document.head.append(s)`)}`,
      atHome,
    ],
    'in a text that is put into the page': `$('head').append('${load(tracker, id).replaceAll('</', '<\\/')}');`,
    'Umami, over http, upgraded by the page': `<meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests;">${load(tracker.replace('https', 'http'), `defer ${id}`)}`,
    'Umami, created for this domain': `var s=document.createElement('script');s.src='${tracker}';s.setAttribute('data-website-id','${umamiId}');s.setAttribute('data-domains','www.practice.example');document.head.append(s)`,
  },
  [`other other ${elsewhere}`]: {
    'Umami, received by another': load(tracker, `defer ${id} data-host-url="${elsewhere}"`),
    'Umami, another service': load(`${elsewhere}/script.js`, `defer data-website-id="${other}"`),
    'Web-metrics, which speaks alike': load(`${elsewhere}/em.js`, `defer data-website-id="${other}"`),
  },
  [`other site ${other}`]: { 'Umami, another site of ours': load(tracker, `defer data-website-id="${other}"`) },
  'other site example.com': { 'Umami, of other domains': load(tracker, `defer ${id} data-domains="example.com"`) },
  'unsure held': {
    'Umami, by hand': load(tracker, `defer ${id} data-auto-track="false"`),
    'Astro, Partytown': load(tracker, `type="text/partytown" ${id}`),
    'WordPress, delayed by WP Rocket': `<script type="rocketlazyloadscript" defer data-rocket-src="${tracker}" ${id}></script>`,
    'Umami, created, by hand': `var s=document.createElement('script');s.src='${tracker}';s.dataset.websiteId='${umamiId}';s.dataset.autoTrack='false';document.head.append(s)`,
  },
  [`unsure siteless ${service}`]: {
    'WordPress, wp_enqueue_script': load(`${tracker}?ver=6.8`, 'defer id="umami-js"'),
    'React, an attribute by another name': load(tracker, `defer dataWebsiteId="${umamiId}"`),
    'a module, which cannot read its own attributes': load(tracker, `type="module" ${id}`),
    'a theme whose id is not set': load(tracker, 'defer data-website-id=""'),
    'Umami, an id not set, this server receives': load(tracker, `defer data-website-id data-host-url="${service}"`),
  },
  [`unsure unlike ${service}/recorder.js`]: {
    'Umami, recorder alone': load(`${service}/recorder.js`, `defer ${id} data-host-url="${service}"`),
  },
  missing: {
    'Umami, recorder alone, served by the site': load('/recorder.js', `defer ${id}`),
    'DataFast, which has the attribute, too': load(
      'https://datafa.st/js/script.js',
      'defer data-website-id="dfid_83K7WzoS" data-domain="practice.example"',
    ),
    'in a comment': `<!-- ${load(tracker, id)} -->`,
    'Crisp, a chat with a website id': `window.$crisp=[];window.CRISP_WEBSITE_ID="${other}";(function(){var d=document,s=d.createElement("script");s.src="https://client.crisp.chat/l.js";s.async=1;d.head.appendChild(s)})();`,
    'a website builder’s settings': script(
      json({ websiteId: other, scripts: ['https://cdn.builder.example/a.js'] }),
      'type="application/json"',
    ),
    'Matomo, whose server is in another file': "window._paq=window._paq||[];_paq.push(['setSiteId','3']);",
    nothing: '',
    'a site at its service’s host, with another script.js in its settings': [
      `var settings = ${json({ theme: `${site}/theme/script.js` })};`,
      atHome,
    ],
    'a site at its service’s host': [`${load('/js/site.js')}<img src="${site}/team.jpg" alt="">`, atHome],
  },
  'unsure mentioned': {
    'a site at its service’s host, which is named': [
      `var settings = ${json({ statistics: `${atHome.base}/` })};`,
      atHome,
    ],
    'the same, with its slashes escaped': [`var settings = "${atHome.base.replaceAll('/', '\\u002F')}";`, atHome],
    'Livewire, its settings beside the id of a page': `<div wire:snapshot="${`{"data":{"umami":"${tracker}","id":"${other}"}}`.replaceAll('"', '&quot;')}"></div>`,
    'Next.js, afterInteractive in flight data': `<link rel="preload" href="${tracker}" as="script">${load('/_next/static/chunks/main-app.js')}${script(`self.__next_f.push([1,${JSON.stringify(`7:["$","$L9",null,{"src":"${tracker}","data-website-id":"${umamiId}","strategy":"afterInteractive"}]`)}])`)}`,
    'Next.js, beforeInteractive, handed over': `(self.__next_s=self.__next_s||[]).push(["${tracker}",{"data-website-id":"${umamiId}","defer":true}])`,
    'MkDocs, extra_javascript': load('/js/umami.js', 'defer'),
    'Nuxt, nuxt-umami': `${load('/_nuxt/C8aXk2.js', 'type="module"')}${script(`window.__NUXT__={};window.__NUXT__.config={public:{umami:{host:"${service}",id:"${umamiId}",autoTrack:true}}}`)}`,
    'Nuxt, its settings, escaped': `${load('/_nuxt/C8aXk2.js', 'type="module"')}${script(`window.__NUXT__.config={public:{umami:{host:"https:\\u002F\\u002Fstats.agency.example",id:"${umamiId}"}}}`)}`,
    Remix: `window.__remixContext = ${json({ state: { loaderData: { root: { ENV: { UMAMI_URL: tracker, UMAMI_WEBSITE_ID: umamiId } } } } })}`,
    'in a text among settings': `var settings = {"code":${JSON.stringify(load(tracker, id)).replaceAll('</', '<\\/')}};`,
    'Umami, created for another domain alone': `var s=document.createElement('script');s.src='${tracker}';s.setAttribute('data-website-id','${umamiId}');s.setAttribute('data-domains','shop.other.example');document.head.append(s)`,
  },
  [`unsure unknown ${new URL(elsewhere).host}`]: {
    'Umami, our website, from another server': load(`${elsewhere}/script.js`, `defer ${id}`),
  },
  'unsure unknown old.vercel.app': {
    'Umami, our website, from another server at the same host for servers': [
      load('https://old.vercel.app/script.js', `defer ${id}`),
      { base: 'https://new.vercel.app' },
    ],
  },
  'unsure unknown stats.old.co.uk': {
    'Umami, our website, from another server in the same country': [
      load('https://stats.old.co.uk/script.js', `defer ${id}`),
      { base: 'https://stats.agency.co.uk' },
    ],
  },
  'unsure bundle': {
    'Next.js, in its bundle': load('/_next/static/chunks/main-app.js'),
    'Nuxt Scripts, in its bundle': load('/_nuxt/C8aXk2.js', 'type="module"'),
  },
  'unsure consent': {
    Klaro: `${load('/klaro.js', 'defer')}<script type="text/plain" data-type="application/javascript" data-name="umami" data-src="${tracker}" ${id}></script>`,
    Cookiebot: `${load('https://consent.cookiebot.com/uc.js')}<script type="text/plain" data-cookieconsent="statistics" src="${tracker}" ${id}></script>`,
  },
  'unsure manager': { 'Google Tag Manager': load('https://www.googletagmanager.com/gtm.js?id=GTM-ABC123') },
  'blocked template': { 'in a template': `<template>${load(tracker, id)}</template>` },
  'blocked noscript': { 'in a noscript': `<noscript>${load(tracker, id)}</noscript>` },
};
