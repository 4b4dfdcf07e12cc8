import { toolCases } from './tagTools.ts';
import { inline, src, type TrackerCase, uuid } from './trackerCase.ts';

const counterCases: TrackerCase[] = [
  [
    'Google Analytics',
    ['G-AB12CD34EF'],
    `${src('https://www.googletagmanager.com/gtag/js?id=G-AB12CD34EF')}${inline("window.dataLayer=[];function gtag(){dataLayer.push(arguments)}gtag('js',new Date());gtag('config','G-AB12CD34EF');")}`,
    src('https://www.googletagmanager.com.evil.example/gtag/js?id=G-AB12CD34EF'),
  ],
  [
    'Google Analytics (Universal)',
    ['UA-12345-6'],
    inline("ga('create', 'UA-12345-6', 'auto');ga('send','pageview');"),
    inline("vega('create', 'UA-12345-6')"),
  ],
  [
    'Google tag',
    ['GT-AB12CD3'],
    `${src('https://www.googletagmanager.com/gtag/js?id=GT-AB12CD3')}${inline('gtag("config", "GT-AB12CD3");')}`,
    inline("gtag('set', 'GT-AB12CD3')"),
  ],
  ['Google Ads', ['AW-987654321'], inline("gtag('config', 'AW-987654321');"), inline("gtag('event', 'AW-987654321')")],
  [
    'Matomo',
    ['5'],
    inline(
      "var _paq=window._paq=window._paq||[];_paq.push(['trackPageView']);(function(){var u='//matomo.example.org/';_paq.push(['setTrackerUrl',u+'matomo.php']);_paq.push(['setSiteId','5']);})();",
    ),
    src('/js/matomo.js.map'),
  ],
  [
    'Umami',
    [uuid],
    src('https://cloud.umami.is/script.js', ` defer data-website-id="${uuid}"`),
    src('/js/widget.js', ' data-website-id="shop-12"'),
  ],
  [
    'Plausible',
    ['shop.example.com'],
    src('https://plausible.io/js/script.js', ' defer data-domain="shop.example.com"'),
    src('/js/script.js'),
  ],
  [
    'Fathom',
    ['ABCDEFGH'],
    src('https://cdn.usefathom.com/script.js', ' data-site="ABCDEFGH" defer'),
    src('/fathom/script.js', ' data-site="ABCDEFGH"'),
  ],
  [
    'GoatCounter',
    ['mine.goatcounter.com'],
    src('//gc.zgo.at/count.js', ' data-goatcounter="https://mine.goatcounter.com/count" async'),
    src('/js/count.js', ' data-goat="https://mine.example/count"'),
  ],
  ['Simple Analytics', [], src('https://scripts.simpleanalyticscdn.com/latest.js', ' async'), src('/latest.js')],
  [
    'Pirsch',
    ['a1b2c3'],
    src('https://api.pirsch.io/pa.js', ' defer id="pianjs" data-code="a1b2c3"'),
    src('/pa.js', ' data-code="a1b2c3"'),
  ],
  [
    'Swetrix',
    ['STEzHcB1rALV'],
    `${src('https://swetrix.org/swetrix.js', ' defer')}${inline("document.addEventListener('DOMContentLoaded',function(){swetrix.init('STEzHcB1rALV');swetrix.trackViews()})")}`,
    inline("matrix.init('STEzHcB1rALV')"),
  ],
  [
    'Rybbit',
    ['42'],
    src('https://app.rybbit.io/api/script.js?siteId=42', ' defer'),
    src('https://app.example.org/api/script.js', ' data-site-id="42"'),
  ],
  [
    'Shynet',
    [uuid],
    `<noscript><img src="https://shynet.example.org/ingress/${uuid}/pixel.gif"></noscript>${src(`https://shynet.example.org/ingress/${uuid}/script.js`)}`,
    src('https://k8s.example.org/ingress/nginx/script.js'),
  ],
  [
    'Ackee',
    [uuid],
    src(
      'https://ackee.example.org/tracker.js',
      ` async data-ackee-server="https://ackee.example.org" data-ackee-domain-id="${uuid}"`,
    ),
    src('https://ackee.example.org/tracker.js'),
  ],
  [
    'Counter',
    [uuid],
    src('https://cdn.counter.dev/script.js', ` data-id="${uuid}" data-utcoffset="1"`),
    src('https://counter.dev.example.org/script.js', ` data-id="${uuid}"`),
  ],
  [
    'Cloudflare Web Analytics',
    ['abc123'],
    src('https://static.cloudflareinsights.com/beacon.min.js', ` defer data-cf-beacon='{"token": "abc123"}'`),
    src('https://cdnjs.cloudflare.com/ajax/libs/beacon.min.js'),
  ],
  [
    'Microsoft Clarity',
    ['k3m9x7'],
    inline(
      '(function(c,l,a,r,i,t,y){c[a]=c[a]||function(){};t=l.createElement(r);t.src="https://www.clarity.ms/tag/"+i;})(window, document, "clarity", "script", "k3m9x7");',
    ),
    inline('say("clarity", "is a virtue")'),
  ],
  [
    'Hotjar',
    ['1234567'],
    inline('(function(h,o,t,j){h.hj=h.hj||function(){};h._hjSettings={hjid:1234567,hjsv:6};})(window,document);'),
    inline('var hjid = 1234567;'),
  ],
  [
    'Meta Pixel',
    ['123456789012345'],
    `${inline("!function(f,b){}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');fbq('init', '123456789012345');fbq('track','PageView');")}<noscript><img height="1" src="https://www.facebook.com/tr?id=123456789012345&amp;ev=PageView&amp;noscript=1"></noscript>`,
    src('https://connect.facebook.net/en_US/sdk.js'),
  ],
  [
    'LinkedIn Insight',
    ['98765'],
    inline('_linkedin_partner_id = "98765";'),
    src('https://platform.linkedin.com/in.js'),
  ],
  [
    'TikTok Pixel',
    ['C4ABCDEF0123456789'],
    inline("!function(w,d,t){ttq.load('C4ABCDEF0123456789');ttq.page();}(window,document,'ttq');"),
    src('https://www.tiktok.com/embed.js'),
  ],
  [
    'HubSpot',
    ['445566'],
    src('//js-eu1.hs-scripts.com/445566.js', ' id="hs-script-loader" async defer'),
    src('//js.hsforms.net/forms/v2.js'),
  ],
  [
    'Segment',
    ['wK9abcDEF123'],
    inline('analytics._writeKey="wK9abcDEF123";analytics.load("wK9abcDEF123");analytics.page();'),
    inline('analytics.page("wK9abcDEF123")'),
  ],
  [
    'Mixpanel',
    ['0123abcd4567'],
    inline('mixpanel.init("0123abcd4567", {autocapture: true});'),
    inline('mixpanel.track("0123abcd4567")'),
  ],
  [
    'PostHog',
    ['phc_abcDEF123456'],
    inline("posthog.init('phc_abcDEF123456',{api_host:'https://eu.i.posthog.com'})"),
    inline("posthog.init('abcDEF123456')"),
  ],
  [
    'Amplitude',
    ['9f8e7d6c5b4a'],
    `${src('https://cdn.amplitude.com/script/9f8e7d6c5b4a.js')}${inline("window.amplitude.init('9f8e7d6c5b4a', {})")}`,
    src('https://amplitude.example.org/script/9f8e7d6c5b4a.js'),
  ],
  [
    'Heap',
    ['1122334455'],
    inline('window.heap=window.heap||[];heap.load("1122334455");'),
    inline('cheap.loading("1122334455")'),
  ],
  [
    'Yandex Metrica',
    ['88776655'],
    `${inline('ym(88776655, "init", {clickmap:true});')}<noscript><div><img src="https://mc.yandex.ru/watch/88776655" alt=""></div></noscript>`,
    inline('asym(88776655, "init")'),
  ],
  [
    'Baidu Tongji',
    ['0a1b2c3d4e5f60718293a4b5c6d7e8f9'],
    inline(
      'var _hmt=_hmt||[];(function(){var hm=document.createElement("script");hm.src="https://hm.baidu.com/hm.js?0a1b2c3d4e5f60718293a4b5c6d7e8f9";})();',
    ),
    src('https://api.map.baidu.com/api?v=3.0'),
  ],
  [
    'etracker',
    ['Xy12Ab'],
    src('//code.etracker.com/code/e.js', ' id="_etLoader" async data-block-cookies="true" data-secure-code="Xy12Ab"'),
    src('/code/e.js', ' data-secure-code="Xy12Ab"'),
  ],
  [
    'Piano Analytics',
    ['123456789'],
    inline(
      '(function(_config){var script=document.createElement("script");script.src="https://tag.aticdn.net/piano-analytics.js";document.head.appendChild(script);})({site: 123456789,collectDomain:"https://abcdefg.pa-cd.com"});',
    ),
    inline('buildGrandPiano({site: 123456789})'),
  ],
  [
    'Adobe Analytics',
    ['acmeprod'],
    inline('var s_account="acmeprod";var s=s_gi(s_account);'),
    inline('var os_account="acmeprod";'),
  ],
  [
    'Adobe Analytics',
    ['acmeprod'],
    '<noscript><img src="https://acme.d1.sc.omtrdc.net/b/ss/acmeprod/1/H.27.5--NS/0" alt=""></noscript>',
    '<noscript><img src="https://acme.d1.sc.omtrdc.net.example/b/ss/acmeprod/1/H.27.5--NS/0" alt=""></noscript>',
  ],
  [
    'Microsoft Advertising',
    ['134567890'],
    inline(
      '(function(w,d,t,r,u){var f,n,i;w[u]=w[u]||[],f=function(){var o={ti:"134567890"};o.q=w[u]};})(window,document,"script","//bat.bing.com/bat.js","uetq");',
    ),
    inline('var o={title:"134567890"}'),
  ],
  [
    'Pinterest Tag',
    ['2612345678901'],
    inline("pintrk('load', '2612345678901', {em: ''});pintrk('page');"),
    src('//assets.pinterest.com/js/pinit.js'),
  ],
  ['X Pixel', ['o1a2b'], inline("twq('config','o1a2b');"), src('https://platform.twitter.com/widgets.js')],
  [
    'Snap Pixel',
    [uuid],
    inline(`snaptr('init', '${uuid}', {});snaptr('track','PAGE_VIEW');`),
    src('https://sdk.snapkit.com/js/v1/create.js'),
  ],
  [
    'Reddit Pixel',
    ['t2_abc123'],
    inline("rdt('init','t2_abc123');rdt('track','PageVisit');"),
    src('https://embed.redditmedia.com/widgets/platform.js'),
  ],
  ['Vercel Analytics', [], src('/_vercel/insights/script.js', ' defer'), src('/_vercel/image/script.js')],
  [
    'Statcounter',
    ['12345678'],
    `${inline('var sc_project=12345678; var sc_invisible=1; var sc_security="abc";')}${src('https://www.statcounter.com/counter/counter.js', ' async')}`,
    inline('var desc_project=12345678'),
  ],
  [
    'FullStory',
    ['o-1ABC-na1'],
    inline("window['_fs_host']='fullstory.com';window['_fs_org']='o-1ABC-na1';window['_fs_namespace']='FS';"),
    inline("window['_fs_organisation']='x1y2z3'"),
  ],
  [
    'Jetpack Stats',
    ['13579'],
    `${src('https://stats.wp.com/e-202648.js', ' defer')}${inline('_stq = window._stq || []; _stq.push([ "view", {v:"ext",blog:"13579",post:"0"} ]);')}`,
    src('https://s0.wp.com/e-202648.js'),
  ],
  [
    'Jetpack Stats',
    ['13579'],
    inline(
      String.raw`_stq = window._stq || []; _stq.push([ "view", JSON.parse("{\"v\":\"ext\",\"blog\":\"13579\",\"post\":\"0\"}") ]);`,
    ),
    inline('_stq.push([ "clickTrackerInit", "13579", "0" ]);'),
  ],
];

export const trackerCases: TrackerCase[] = [...counterCases, ...toolCases];
