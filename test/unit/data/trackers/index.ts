import { toolRows } from './tagTools.ts';
import { inline, src, type TrackerRow, uuid } from './trackerRow.ts';

const counterRows: TrackerRow[] = [
  [
    'Google Analytics: G-AB12CD34EF',
    `${src('https://www.googletagmanager.com/gtag/js?id=G-AB12CD34EF')}${inline("window.dataLayer=[];function gtag(){dataLayer.push(arguments)}gtag('js',new Date());gtag('config','G-AB12CD34EF');")}`,
    'https://www.googletagmanager.com.evil.example/gtag/js?id=G-AB12CD34EF',
  ],
  [
    'Google Analytics (Universal): UA-12345-6',
    "ga('create', 'UA-12345-6', 'auto');ga('send','pageview');",
    "vega('create', 'UA-12345-6')",
  ],
  [
    'Google tag: GT-AB12CD3',
    `${src('https://www.googletagmanager.com/gtag/js?id=GT-AB12CD3')}${inline('gtag("config", "GT-AB12CD3");')}`,
    "gtag('set', 'GT-AB12CD3')",
  ],
  ['Google Ads: AW-987654321', "gtag('config', 'AW-987654321');", "gtag('event', 'AW-987654321')"],
  [
    'Matomo: 5',
    "var _paq=window._paq=window._paq||[];_paq.push(['trackPageView']);(function(){var u='//matomo.example.org/';_paq.push(['setTrackerUrl',u+'matomo.php']);_paq.push(['setSiteId','5']);})();",
    '/js/matomo.js.map',
  ],
  [
    `Umami: ${uuid}`,
    src('https://cloud.umami.is/script.js', ` defer data-website-id="${uuid}"`),
    src('/js/widget.js', ' data-website-id="shop-12"'),
  ],
  [
    'Plausible: shop.example.com',
    src('https://plausible.io/js/script.js', ' defer data-domain="shop.example.com"'),
    '/js/script.js',
  ],
  [
    'Fathom: ABCDEFGH',
    src('https://cdn.usefathom.com/script.js', ' data-site="ABCDEFGH" defer'),
    src('/fathom/script.js', ' data-site="ABCDEFGH"'),
  ],
  [
    'GoatCounter: mine.goatcounter.com',
    src('//gc.zgo.at/count.js', ' data-goatcounter="https://mine.goatcounter.com/count" async'),
    src('/js/count.js', ' data-goat="https://mine.example/count"'),
  ],
  ['Simple Analytics', src('https://scripts.simpleanalyticscdn.com/latest.js', ' async'), '/latest.js'],
  [
    'Pirsch: a1b2c3',
    src('https://api.pirsch.io/pa.js', ' defer id="pianjs" data-code="a1b2c3"'),
    src('/pa.js', ' data-code="a1b2c3"'),
  ],
  [
    'Swetrix: STEzHcB1rALV',
    `${src('https://swetrix.org/swetrix.js', ' defer')}${inline("document.addEventListener('DOMContentLoaded',function(){swetrix.init('STEzHcB1rALV');swetrix.trackViews()})")}`,
    "matrix.init('STEzHcB1rALV')",
  ],
  [
    'Rybbit: 42',
    src('https://app.rybbit.io/api/script.js?siteId=42', ' defer'),
    src('https://app.example.org/api/script.js', ' data-site-id="42"'),
  ],
  [
    `Shynet: ${uuid}`,
    `<noscript><img src="https://shynet.example.org/ingress/${uuid}/pixel.gif"></noscript>${src(`https://shynet.example.org/ingress/${uuid}/script.js`)}`,
    'https://k8s.example.org/ingress/nginx/script.js',
  ],
  [
    `Ackee: ${uuid}`,
    src(
      'https://ackee.example.org/tracker.js',
      ` async data-ackee-server="https://ackee.example.org" data-ackee-domain-id="${uuid}"`,
    ),
    'https://ackee.example.org/tracker.js',
  ],
  [
    `Counter: ${uuid}`,
    src('https://cdn.counter.dev/script.js', ` data-id="${uuid}" data-utcoffset="1"`),
    src('https://counter.dev.example.org/script.js', ` data-id="${uuid}"`),
  ],
  [
    'Cloudflare Web Analytics: abc123',
    src('https://static.cloudflareinsights.com/beacon.min.js', ` defer data-cf-beacon='{"token": "abc123"}'`),
    'https://cdnjs.cloudflare.com/ajax/libs/beacon.min.js',
  ],
  [
    'Microsoft Clarity: k3m9x7',
    '(function(c,l,a,r,i,t,y){c[a]=c[a]||function(){};t=l.createElement(r);t.src="https://www.clarity.ms/tag/"+i;})(window, document, "clarity", "script", "k3m9x7");',
    'say("clarity", "is a virtue")',
  ],
  [
    'Hotjar: 1234567',
    '(function(h,o,t,j){h.hj=h.hj||function(){};h._hjSettings={hjid:1234567,hjsv:6};})(window,document);',
    'var hjid = 1234567;',
  ],
  [
    'Meta Pixel: 123456789012345',
    `${inline("!function(f,b){}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');fbq('init', '123456789012345');fbq('track','PageView');")}<noscript><img height="1" src="https://www.facebook.com/tr?id=123456789012345&amp;ev=PageView&amp;noscript=1"></noscript>`,
    'https://connect.facebook.net/en_US/sdk.js',
  ],
  ['LinkedIn Insight: 98765', '_linkedin_partner_id = "98765";', 'https://platform.linkedin.com/in.js'],
  [
    'TikTok Pixel: C4ABCDEF0123456789',
    "!function(w,d,t){ttq.load('C4ABCDEF0123456789');ttq.page();}(window,document,'ttq');",
    'https://www.tiktok.com/embed.js',
  ],
  [
    'HubSpot: 445566',
    src('//js-eu1.hs-scripts.com/445566.js', ' id="hs-script-loader" async defer'),
    '//js.hsforms.net/forms/v2.js',
  ],
  [
    'Segment: wK9abcDEF123',
    'analytics._writeKey="wK9abcDEF123";analytics.load("wK9abcDEF123");analytics.page();',
    'analytics.page("wK9abcDEF123")',
  ],
  ['Mixpanel: 0123abcd4567', 'mixpanel.init("0123abcd4567", {autocapture: true});', 'mixpanel.track("0123abcd4567")'],
  [
    'PostHog: phc_abcDEF123456',
    "posthog.init('phc_abcDEF123456',{api_host:'https://eu.i.posthog.com'})",
    "posthog.init('abcDEF123456')",
  ],
  [
    'Amplitude: 9f8e7d6c5b4a',
    `${src('https://cdn.amplitude.com/script/9f8e7d6c5b4a.js')}${inline("window.amplitude.init('9f8e7d6c5b4a', {})")}`,
    'https://amplitude.example.org/script/9f8e7d6c5b4a.js',
  ],
  ['Heap: 1122334455', 'window.heap=window.heap||[];heap.load("1122334455");', 'cheap.loading("1122334455")'],
  [
    'Yandex Metrica: 88776655',
    `${inline('ym(88776655, "init", {clickmap:true});')}<noscript><div><img src="https://mc.yandex.ru/watch/88776655" alt=""></div></noscript>`,
    'asym(88776655, "init")',
  ],
  [
    'Baidu Tongji: 0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    'var _hmt=_hmt||[];(function(){var hm=document.createElement("script");hm.src="https://hm.baidu.com/hm.js?0a1b2c3d4e5f60718293a4b5c6d7e8f9";})();',
    'https://api.map.baidu.com/api?v=3.0',
  ],
  [
    'etracker: Xy12Ab',
    src('//code.etracker.com/code/e.js', ' id="_etLoader" async data-block-cookies="true" data-secure-code="Xy12Ab"'),
    src('/code/e.js', ' data-secure-code="Xy12Ab"'),
  ],
  [
    'Piano Analytics: 123456789',
    '(function(_config){var script=document.createElement("script");script.src="https://tag.aticdn.net/piano-analytics.js";document.head.appendChild(script);})({site: 123456789,collectDomain:"https://abcdefg.pa-cd.com"});',
    'buildGrandPiano({site: 123456789})',
  ],
  ['Adobe Analytics: acmeprod', 'var s_account="acmeprod";var s=s_gi(s_account);', 'var os_account="acmeprod";'],
  [
    'Adobe Analytics: acmeprod',
    '<noscript><img src="https://acme.d1.sc.omtrdc.net/b/ss/acmeprod/1/H.27.5--NS/0" alt=""></noscript>',
    '<noscript><img src="https://acme.d1.sc.omtrdc.net.example/b/ss/acmeprod/1/H.27.5--NS/0" alt=""></noscript>',
  ],
  [
    'Microsoft Advertising: 134567890',
    '(function(w,d,t,r,u){var f,n,i;w[u]=w[u]||[],f=function(){var o={ti:"134567890"};o.q=w[u]};})(window,document,"script","//bat.bing.com/bat.js","uetq");',
    'var o={title:"134567890"}',
  ],
  [
    'Pinterest Tag: 2612345678901',
    "pintrk('load', '2612345678901', {em: ''});pintrk('page');",
    '//assets.pinterest.com/js/pinit.js',
  ],
  ['X Pixel: o1a2b', "twq('config','o1a2b');", 'https://platform.twitter.com/widgets.js'],
  [
    `Snap Pixel: ${uuid}`,
    `snaptr('init', '${uuid}', {});snaptr('track','PAGE_VIEW');`,
    'https://sdk.snapkit.com/js/v1/create.js',
  ],
  [
    'Reddit Pixel: t2_abc123',
    "rdt('init','t2_abc123');rdt('track','PageVisit');",
    'https://embed.redditmedia.com/widgets/platform.js',
  ],
  ['Vercel Analytics', src('/_vercel/insights/script.js', ' defer'), '/_vercel/image/script.js'],
  [
    'Statcounter: 12345678',
    `${inline('var sc_project=12345678; var sc_invisible=1; var sc_security="abc";')}${src('https://www.statcounter.com/counter/counter.js', ' async')}`,
    'var desc_project=12345678',
  ],
  [
    'FullStory: o-1ABC-na1',
    "window['_fs_host']='fullstory.com';window['_fs_org']='o-1ABC-na1';window['_fs_namespace']='FS';",
    "window['_fs_organisation']='x1y2z3'",
  ],
  [
    'Jetpack Stats: 13579',
    `${src('https://stats.wp.com/e-202648.js', ' defer')}${inline('_stq = window._stq || []; _stq.push([ "view", {v:"ext",blog:"13579",post:"0"} ]);')}`,
    'https://s0.wp.com/e-202648.js',
  ],
  [
    'Jetpack Stats: 13579',
    String.raw`_stq = window._stq || []; _stq.push([ "view", JSON.parse("{\"v\":\"ext\",\"blog\":\"13579\",\"post\":\"0\"}") ]);`,
    '_stq.push([ "clickTrackerInit", "13579", "0" ]);',
  ],
];

/** What is put into a page: a script by its address, or its code, unless it is HTML. */
const htmlOf = (text: string) => (text.startsWith('<') ? text : /^(https:|\/)/.test(text) ? src(text) : inline(text));

export const trackerCases = [...counterRows, ...toolRows].map(([what, page, looksLike]) => {
  const [name = '', ...ids] = what.split(': ');
  return [name, ids, htmlOf(page), htmlOf(looksLike)] as const;
});
