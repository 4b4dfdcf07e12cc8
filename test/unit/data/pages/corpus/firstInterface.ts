import { type CorpusRow, elsewhere, json, load, script, service } from './row.ts';

const src = `${service}/js/script.js`;
const own = `data-host="${service}" data-dnt="false" id="ZwSg9rf6GA"`;
const build = `var s = document.createElement("script");s.setAttribute("data-host", "${service}");s.setAttribute("src", "${src}");s.setAttribute("id", "ZwSg9rf6GA");document.head.appendChild(s);`;

/** The code of what speaks the first interface, as platforms bring it. */
export const firstRows: CorpusRow[] = [
  ['as handed out', load(src, `${own} async defer`), 'tracking'],
  ['WordPress, wp_head', load(`${src}?ver=6.9`, own), 'tracking'],
  [
    'WordPress, delayed by WP Rocket',
    `<script type="rocketlazyloadscript" data-rocket-src="${src}" ${own}></script>`,
    'unsure held',
  ],
  ['Cloudflare Rocket Loader', load(src, `type="a1b2c3d4-text/javascript" ${own}`), 'tracking'],
  ['Partytown', load(src, `type="text/partytown" ${own}`), 'unsure held'],
  [
    'Next.js, next/script in flight data',
    script(
      `self.__next_f.push([1,${JSON.stringify(`4:["$","$L2",null,{"src":"${src}","data-host":"${service}","strategy":"afterInteractive"}]`)}])`,
    ),
    'unsure mentioned',
  ],
  [
    'Nuxt, settings',
    script(json({ public: { statsHost: service } }), 'type="application/json" id="__NUXT_DATA__"') +
      load('/_nuxt/a1b2.js', 'type="module"'),
    'unsure mentioned',
  ],
  ['copied for JavaScript', script(`(function () {\n${build}\n})();`), 'unsure mentioned'],
  ['Google Tag Manager', load('https://www.googletagmanager.com/gtm.js?id=GTM-ABC123'), 'unsure manager'],
  [
    'Magento 2, settings',
    script(json({ '*': { 'Vendor_Stats/js/t': { host: service } } }), 'type="text/x-magento-init"'),
    'unsure mentioned',
  ],
  ['Shopify, theme.liquid', script('window.Shopify = {};') + load(src, own), 'tracking'],
  [
    'Shopify, custom pixel',
    script('(function e(){})({webPixelsConfigList: [{"id":"1","type":"CUSTOM"}]});', 'id="web-pixels-manager-setup"'),
    'unsure manager',
  ],
  [
    'Cookiebot',
    `${load('https://consent.cookiebot.com/uc.js')}<script type="text/plain" data-cookieconsent="statistics" src="${src}" ${own}></script>`,
    'unsure consent',
  ],
  [
    'Klaro',
    `${load('/klaro.js')}<script type="text/plain" data-name="stats" data-src="${src}" ${own}></script>`,
    'unsure consent',
  ],
  [
    'Real Cookie Banner',
    `<script type="application/consent" consent-required="3" consent-original-src-_="${src}" data-host="${service}"></script>${load('/wp-content/plugins/real-cookie-banner/public/dist/banner.js')}`,
    'unsure consent',
  ],
  [
    'Borlabs Cookie, base64',
    `${load('/wp-content/plugins/borlabs-cookie/assets/javascript/borlabs-cookie.min.js')}`,
    'unsure consent',
  ],
  ['Hugo, partial', load(src, `async ${own}`), 'tracking'],
  ['self-hosted copy', load('/assets/s.js', own), 'tracking'],
  [
    'another service',
    load(`${elsewhere}/js/script.js`, `data-host="${elsewhere}" id="ZwSg9rf6GA"`),
    `other other ${elsewhere}`,
  ],
  [
    'another service beside Google Tag Manager',
    load(`${elsewhere}/js/script.js`, `data-host="${elsewhere}"`) +
      load('https://www.googletagmanager.com/gtm.js?id=GTM-ABC123'),
    'unsure manager',
  ],
  [
    'a placeholder that nobody filled',
    load(src, 'data-host="{{ host }}" id="ZwSg9rf6GA"').replace(src, '/s.js'),
    'other broken {{ host }}',
  ],
  ['Matomo, which is none of ours', load('https://m.example/matomo.js'), 'missing'],
  ['Plausible', load('https://plausible.io/js/script.js', 'defer data-domain="practice.example"'), 'missing'],
  ['a preload alone', `<link rel="preload" as="script" href="${src}">`, 'unsure mentioned'],
  ['in a noscript', `<noscript>${load(src, own)}</noscript>`, 'blocked noscript'],
  [
    'in a shadow root',
    `<!doctype html><body><p>Backs, knees and shoulders.</p><div><template shadowrootmode="open">${load(src, own)}</template></div>`,
    'tracking',
  ],
  ['after a drawing', `<svg><title/><path d="M0 0"/></svg>${load(src, own)}`, 'tracking'],
  [
    'in a drawing’s title, which is HTML',
    `<!doctype html><body><p>Backs and knees.</p><svg><title>${load(src, own)}</title></svg>`,
    'tracking',
  ],
  ['nothing', '', 'missing'],
];
