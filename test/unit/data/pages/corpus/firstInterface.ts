import { type CorpusRows, elsewhere, json, load, script, service, site } from './row.ts';

const src = `${service}/js/script.js`;
const own = `data-host="${service}" data-dnt="false" id="ZwSg9rf6GA"`;
const build = `var s = document.createElement("script");s.setAttribute("data-host", "${service}");s.setAttribute("src", "${src}");s.setAttribute("id", "ZwSg9rf6GA");document.head.appendChild(s);`;

/** The code of what speaks the first interface, as platforms bring it. */
export const firstRows: CorpusRows = {
  tracking: {
    'as handed out': load(src, `${own} async defer`),
    'WordPress, wp_head': load(`${src}?ver=6.9`, own),
    'Cloudflare Rocket Loader': load(src, `type="a1b2c3d4-text/javascript" ${own}`),
    'Shopify, theme.liquid': script('window.Shopify = {};') + load(src, own),
    'Hugo, partial': load(src, `async ${own}`),
    'self-hosted copy': load('/assets/s.js', own),
    'in a shadow root': `<!doctype html><body><p>Backs, knees and shoulders.</p><div><template shadowrootmode="open">${load(src, own)}</template></div>`,
    'after a drawing': `<svg><title/><path d="M0 0"/></svg>${load(src, own)}`,
    'in a drawing’s title, which is HTML': `<!doctype html><body><p>Backs and knees.</p><svg><title>${load(src, own)}</title></svg>`,
  },
  'unsure held': {
    'WordPress, delayed by WP Rocket': `<script type="rocketlazyloadscript" data-rocket-src="${src}" ${own}></script>`,
    Partytown: load(src, `type="text/partytown" ${own}`),
  },
  'unsure mentioned': {
    'Next.js, next/script in flight data': `self.__next_f.push([1,${JSON.stringify(`4:["$","$L2",null,{"src":"${src}","data-host":"${service}","strategy":"afterInteractive"}]`)}])`,
    'Nuxt, settings':
      script(json({ public: { statsHost: service } }), 'type="application/json" id="__NUXT_DATA__"') +
      load('/_nuxt/a1b2.js', 'type="module"'),
    'written into the page, escaped': `document.write("\\x3Cscript src=\\x22${src.replaceAll('/', '\\x2F')}\\x22 id=\\x22ZwSg9rf6GA\\x22\\x3E\\x3C\\x2Fscript\\x3E");`,
    'copied for JavaScript': `(function () {\n${build}\n})();`,
    'Magento 2, settings': script(
      json({ '*': { 'Vendor_Stats/js/t': { host: service } } }),
      'type="text/x-magento-init"',
    ),
    'a site at its service’s host, whose code makes the address of parts': [
      script(build.replaceAll(`"${service}`, 'settings.home + "/stats')) +
        script(`var settings = ${json({ home: site })};`),
      { base: `${site}/stats` },
    ],
    'a preload alone': `<link rel="preload" as="script" href="${src}">`,
  },
  'unsure manager': {
    'Google Tag Manager': load('https://www.googletagmanager.com/gtm.js?id=GTM-ABC123'),
    'Shopify, custom pixel': script(
      '(function e(){})({webPixelsConfigList: [{"id":"1","type":"CUSTOM"}]});',
      'id="web-pixels-manager-setup"',
    ),
    'another service beside Google Tag Manager':
      load(`${elsewhere}/js/script.js`, `data-host="${elsewhere}"`) +
      load('https://www.googletagmanager.com/gtm.js?id=GTM-ABC123'),
  },
  'unsure consent': {
    Cookiebot: `${load('https://consent.cookiebot.com/uc.js')}<script type="text/plain" data-cookieconsent="statistics" src="${src}" ${own}></script>`,
    Klaro: `${load('/klaro.js')}<script type="text/plain" data-name="stats" data-src="${src}" ${own}></script>`,
    'Real Cookie Banner': `<script type="application/consent" consent-required="3" consent-original-src-_="${src}" data-host="${service}"></script>${load('/wp-content/plugins/real-cookie-banner/public/dist/banner.js')}`,
    'Borlabs Cookie, base64': `${load('/wp-content/plugins/borlabs-cookie/assets/javascript/borlabs-cookie.min.js')}`,
  },
  [`other other ${elsewhere}`]: {
    'another service': load(`${elsewhere}/js/script.js`, `data-host="${elsewhere}" id="ZwSg9rf6GA"`),
  },
  'other broken {{ host }}': {
    'a placeholder that nobody filled': load(src, 'data-host="{{ host }}" id="ZwSg9rf6GA"').replace(src, '/s.js'),
  },
  missing: {
    'Matomo, which is none of ours': load('https://m.example/matomo.js'),
    Plausible: load('https://plausible.io/js/script.js', 'defer data-domain="practice.example"'),
    nothing: '',
    'a site at its service’s host, with another script.js in its settings': [
      `var settings = ${json({ theme: `${site}/theme/script.js` })};`,
      { base: `${site}/stats` },
    ],
  },
  'blocked noscript': { 'in a noscript': `<noscript>${load(src, own)}</noscript>` },
};
