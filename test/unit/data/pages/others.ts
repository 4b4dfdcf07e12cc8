import { body, cases, page, stats } from './page.ts';

export const others = cases({
  /** Other vendors' tags and other things that are no tracking code of the connected service. */
  no: {
    'nothing at all': '',
    'the site’s own scripts': '<script src="/js/script.js"></script><script src="/js/app.js" defer></script>',
    'Google Analytics':
      '<script async src="https://www.googletagmanager.com/gtag/js?id=G-ABC123"></script><script>window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag("js",new Date());gtag("config","G-ABC123")</script>',
    'Google Tag Manager': page(
      '<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({"gtm.start":new Date().getTime(),event:"gtm.js"})})(window,document,"script","dataLayer","GTM-ABC123")</script>',
      '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC123" height="0"></iframe></noscript>',
    ),
    Matomo:
      '<script>var _paq=window._paq=window._paq||[];_paq.push(["trackPageView"]);(function(){var u="//matomo.example.org/";_paq.push(["setTrackerUrl",u+"matomo.php"])})()</script><noscript><img src="//matomo.example.org/matomo.php?idsite=1" alt=""></noscript>',
    Plausible: '<script defer data-domain="shop.example.com" src="https://plausible.io/js/script.js"></script>',
    'Plausible, behind a proxy of its own':
      '<script defer data-domain="shop.example.com" data-api="/stats/api/event" src="/stats/js/script.js"></script>',
    Umami:
      '<script defer src="https://cloud.umami.is/script.js" data-website-id="94db1cb1-74f4-4a40-ad6c-962362670409" data-host-url="https://umami.example.org"></script>',
    Fathom: '<script src="https://cdn.usefathom.com/script.js" data-site="ABCDEFGH" defer></script>',
    GoatCounter:
      '<script data-goatcounter="https://shop.goatcounter.com/count" async src="//gc.zgo.at/count.js"></script>',
    'Simple Analytics':
      '<script async data-collect-dnt="true" data-hostname="shop.example.com" src="https://scripts.simpleanalyticscdn.com/latest.js"></script>',
    Cloudflare:
      '<script defer src="https://static.cloudflareinsights.com/beacon.min.js" data-cf-beacon=\'{"token": "abc"}\'></script>',
    Hotjar:
      '<script>(function(h,o,t,j,a,r){h.hj=h.hj||function(){};h._hjSettings={hjid:1,hjsv:6}})(window,document)</script>',
    'Meta pixel':
      '<script>!function(f,b,e,v,n,t,s){if(f.fbq)return;n=f.fbq=function(){}}(window,document,"script","https://connect.facebook.net/en_US/fbevents.js")</script>',
    'a chat with a data-host of its own':
      '<script src="https://chat.example.org/widget.js" data-host="https://chat.example.org" async></script>',
    'a shop with a data-host of its own': '<script src="/cart.js" data-host="eu1" data-shop="42"></script>',
    'a cookie banner with data-dnt': '<script src="https://consent.example.org/b.js" data-dnt="true"></script>',
    'a link to the statistics': body(`<footer><a href="${stats}/shop.example.com">Public statistics</a></footer>`),
    'a short id that anyone may choose':
      '<script id="analytics" src="/a.js"></script><script id="script" src="/b.js"></script>',
    'the id on something else': body('<div id="ZwSg9rf6GA">hello</div>'),
    'React, before it has drawn': page(
      '<script type="module" src="/assets/index-3f2a91.js"></script>',
      '<div id="root"></div>',
    ),
    'a shop that serves its own files at the service’s host': [
      '<script src="/js/script.js"></script><script src="/js/menu.js"></script>',
      { base: 'http://www.shop.example.com' },
    ],
    'a shop below the service’s host with its files there': [
      '<script src="http://example.com/js/menu.js"></script>',
      { base: 'http://example.com' },
    ],
    'the service’s own pages': [
      '<script src="/js/app.js"></script><script src="/js/vendor.js"></script>',
      { base: 'http://shop.example.com' },
    ],
  },
  /** What names the service without being code of it: something on the page may make code of it. */
  'unsure mentioned': {
    'data-host on something else': body(
      `<div data-host="${stats}"></div><a data-host="${stats}" href="${stats}/js/script.js">script</a><img src="${stats}/js/script.js" alt="">`,
    ),
    'the service’s address in the page’s settings': `<script>window.CONFIG={statistics:"${stats}",theme:"dark"}</script>`,
  },
});
