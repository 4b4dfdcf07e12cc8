import type { CorpusRows } from './row.ts';
import { attribute, elsewhere, json, load, paq, paqWith, picture, script, service, site } from './row.ts';

const u = `${service}/`;
const loader = "var d=document,g=d.createElement('script'),s=d.getElementsByTagName('script')[0];g.async=true;";

const settings = `var _paq = window._paq = window._paq || []; _paq.push(['trackPageView']); _paq.push(['setTrackerUrl', '${u}matomo.php']); _paq.push(['setSiteId', '7']);`;

/** The code for a site of another service. */
const ofElsewhere = paq(`"${elsewhere}/"`, "'31'");

const tagManager =
  "(function(w,d,s,l,i){w[l]=w[l]||[];var f=d.getElementsByTagName(s)[0],j=d.createElement(s);j.src='https://www.googletagmanager.com/gtm.js?id='+i;f.parentNode.insertBefore(j,f)})(window,document,'script','dataLayer','GTM-ABC123');";

/** Matomo's code as programs print it into pages that are theirs. */
export const matomoRows: CorpusRows = {
  tracking: {
    'Matomo 5, Tracking code; Astro, Ghost, ILIAS, MkDocs': paq(),
    'Matomo 4, without a scheme; Etherpad, Hugo, UliCMS': paq('"//stats.agency.example/"'),
    'Piwik 2': paq('"//stats.agency.example/"', '7').replaceAll('matomo.', 'piwik.'),
    'Piwik 1.x, asynchronous, scheme chosen': `var _paq=_paq||[];(function(){var u=(("https:" == document.location.protocol) ? "https" : "http") + "://stats.agency.example/";_paq.push(["setTrackerUrl", u+"piwik.php"]);_paq.push(["setSiteId", "7"]);${loader}g.src=u+"piwik.js";s.parentNode.insertBefore(g,s)})();`,
    'Piwik 1.0, document.write':
      script(
        `var pkBaseURL = (("https:" == document.location.protocol) ? "https://stats.agency.example/" : "http://stats.agency.example/");document.write(unescape("%3Cscript src='" + pkBaseURL + "piwik.js' type='text/javascript'%3E%3C/script%3E"));`,
      ) +
      script(
        'try { var piwikTracker = Piwik.getTracker(pkBaseURL + "piwik.php", 7); piwikTracker.trackPageView(); } catch (err) {}',
      ),
    'Matomo, synchronous tracker':
      load(`${u}matomo.js`, '') + script(`var t = Matomo.getTracker("${u}matomo.php", 7); t.trackPageView();`),
    'Matomo, getAsyncTracker':
      load(`${u}matomo.js`, '') + script(`var t = Matomo.getAsyncTracker('${u}matomo.php', '7');`),
    'Matomo, several trackers': paq(`"${elsewhere}/"`, "'31'", `_paq.push(['addTracker', '${u}matomo.php', '7']);`),
    'Matomo, several trackers, a variable': ofElsewhere.replace(
      'g.async',
      `var second = "${u}matomo.php"; _paq.push(['addTracker', second, 7]); g.async`,
    ),
    'Matomo, set from another service to ours': script(ofElsewhere) + script(paq()),
    'Matomo, image tracker': `<!doctype html><body><p>The practice is closed on Fridays in August.</p><img src="${u}matomo.php?idsite=7&amp;rec=1" alt="">`,
    'Matomo, two inline scripts':
      script("window._paq=window._paq||[];_paq.push(['trackPageView']);_paq.push(['setSiteId','7']);") +
      script(
        `(function(){var u='${u}';_paq.push(['setTrackerUrl',u+'matomo.php']);${loader}g.src=u+'matomo.js';s.parentNode.insertBefore(g,s)})();`,
      ),
    'Matomo, names that no blocker knows': paq()
      .replace("'matomo.php'", "'js/tracker.php'")
      .replace("'matomo.js'", "'js/'"),
    'Matomo, in a path': [paq(`"${service}/matomo/"`), { base: `${service}/matomo` }],
    'Matomo, consent mode': paqWith("_paq.push(['requireConsent']);"),
    'Matomo, cookie consent': paqWith("_paq.push(['requireCookieConsent']); _paq.push(['disableCookies']);"),
    'Matomo, commands in an array': `const _paq = globalThis._paq = globalThis._paq || [];(function(){const cmds=[['trackPageView'],['enableLinkTracking']];const u="//stats.agency.example/";cmds.push(['setTrackerUrl',u+'matomo.php'],['setSiteId','7']);_paq.push(...cmds);${loader}g.src=u+'matomo.js';s.parentNode.insertBefore(g,s)})();`,
    'Matomo, template literals': `var _paq=window._paq||[];(function(){const u='${u}';_paq.push(['setTrackerUrl',\`\${u}matomo.php\`]);_paq.push(['setSiteId','7']);${loader}g.src=\`\${u}matomo.js\`;s.parentNode.insertBefore(g,s)})();`,
    'Matomo, minified': `var _paq=window._paq=window._paq||[];_paq.push(["trackPageView"]),_paq.push(["enableLinkTracking"]),function(){var a="${u}";_paq.push(["setTrackerUrl",a+"matomo.php"]),_paq.push(["setSiteId","7"]);var e=document,t=e.createElement("script"),p=e.getElementsByTagName("script")[0];t.async=!0,t.src=a+"matomo.js",p.parentNode.insertBefore(t,p)}();`,
    'Matomo Cloud': [
      paq('"https://acme.matomo.cloud/"').replace(
        "u + 'matomo.js'",
        "'//cdn.matomo.cloud/acme.matomo.cloud/matomo.js'",
      ),
      { base: 'https://acme.matomo.cloud' },
    ],
    'Matomo Cloud, its old CDN': [
      paq('"https://acme.innocraft.cloud/"').replace(
        "u + 'matomo.js'",
        "'//cdn.innocraft.cloud/acme.innocraft.cloud/matomo.js'",
      ),
      { base: 'https://acme.innocraft.cloud' },
    ],
    'Matomo Cloud, under a policy': [
      `<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline' https://cdn.matomo.cloud; connect-src https://acme.matomo.cloud">${script(paq('"https://acme.matomo.cloud/"').replace("u + 'matomo.js'", "'https://cdn.matomo.cloud/acme.matomo.cloud/matomo.js'"))}`,
      { base: 'https://acme.matomo.cloud' },
    ],
    'Connect Matomo (WP-Matomo)': script(
      `var _paq = window._paq = window._paq || [];
_paq.push(["trackPageView"]);_paq.push(['enableLinkTracking']);_paq.push(['alwaysUseSendBeacon']);_paq.push(['setTrackerUrl', "\\/\\/stats.agency.example\\/matomo.php"]);_paq.push(['setSiteId', '7']);${loader}
g.src="\\/\\/stats.agency.example\\/matomo.js"; s.parentNode.insertBefore(g,s);`,
      'data-cfasync="false"',
    ),
    'Matomo for WordPress': [
      `(function(){function initTracking(){var _paq=window._paq=window._paq||[];_paq.push(['trackPageView']);_paq.push(['setTrackerUrl', "\\/\\/www.practice.example\\/wp-content\\/plugins\\/matomo\\/app\\/matomo.php"]);_paq.push(['setSiteId', '1']);${loader}g.src="\\/\\/www.practice.example\\/wp-content\\/uploads\\/matomo\\/matomo.js";s.parentNode.insertBefore(g,s);}initTracking();})();`,
      { base: `${site}/wp-content/plugins/matomo/app`, id: '1' },
    ],
    'Matomo at the site’s host, in the footer after a gallery': [
      `<!doctype html><body><p>Backs and knees.</p>${`<img src="${site}/team.jpg" alt="">`.repeat(120)}${script(paq(`"${site}/matomo/"`))}`,
      { base: `${site}/matomo` },
    ],
    'WooCommerce with Matomo, in the footer': paq(
      undefined,
      '7',
      `_paq.push(['setEcommerceView', "12", "Band", ["Bands"], 9.5]);`,
    ),
    'WordPress, Insert Headers and Footers': `<!-- Matomo -->\n${script(paq())}\n<!-- End Matomo Code -->`,
    'WordPress, WPCode, base64': load(`data:text/javascript;base64,${btoa(paq())}`, 'defer'),
    'Autoptimize, kept as it is': script(paq(), 'data-noptimize="1"'),
    'SG Optimizer, deferred base64': load(
      `data:text/javascript;base64,${btoa(paq('"//stats.agency.example/"'))}`,
      'defer',
    ),
    'Cloudflare Rocket Loader': script(paq(), 'type="a2c4e6f8-text/javascript"'),
    'Drupal, matomo module': `var _paq = _paq || [];(function(){var u=(("https:" == document.location.protocol) ? "https://stats.agency.example/" : "http://stats.agency.example/");_paq.push(["setSiteId", "7"]);_paq.push(["setTrackerUrl", u+"matomo.php"]);_paq.push(["trackPageView"]);${loader}g.src=u+"matomo.js";s.parentNode.insertBefore(g,s);})();`,
    'Drupal, matomo module, settings': `${script(json({ path: { baseUrl: '/' }, matomo: { disableCookies: false, trackMailto: true } }), 'type="application/json" data-drupal-selector="drupal-settings-json"')}${script(paq())}`,
    'Drupal, file cached by the site': paq().replace("u + 'matomo.js'", "'/sites/default/files/matomo/matomo.js?s9x'"),
    'Backdrop CMS': paq(
      `(("https:" == document.location.protocol) ? "https://stats.agency.example/" : "http://stats.agency.example/")`,
    ),
    'Joomla, template head; Plone, site.webstats_js': script(paq(), 'type="text/javascript"'),
    'TYPO3, matomo extension': `if(typeof _paq==="undefined"||!(_paq instanceof Array))var _paq=[];_paq.push(["trackPageView"]);_paq.push(["enableLinkTracking"]);(function(){var u="${u}";_paq.push(["setTrackerUrl",u+"matomo.php"]);_paq.push(["setSiteId",7]);${loader}g.src=u+"matomo.js";s.parentNode.insertBefore(g,s);})();`,
    'TYPO3, by TypoScript': `/*<![CDATA[*/\n${paq("'//stats.agency.example/'", '7')}\n/*]]>*/`,
    'Contao, analytics_matomo template': paq("'//stats.agency.example/'", '7'),
    Neos: `<script data-never-block>${paq()}</script>`,
    'MediaWiki, Matomo extension': `var _paq = _paq || []; _paq.push(["trackPageView"]);(function(){var u = (("https:" == document.location.protocol) ? "https" : "http") + "://"+"stats.agency.example/";_paq.push(["setTrackerUrl", u+"matomo.php"]);_paq.push(["setSiteId", "7"]);${loader}g.src=u+"matomo.js";s.parentNode.insertBefore(g,s);})();`,
    'DokuWiki, plugin': paq(`"//stats.agency.example/"`, '"7"'),
    'GitLab, piwik settings': script(
      `var _paq = window._paq = window._paq || [];_paq.push(['trackPageView']);(function(){var u="${u}";_paq.push(['setTrackerUrl', u+'matomo.php']);_paq.push(['setSiteId', "7"]);${loader}g.src=u+'matomo.js';s.parentNode.insertBefore(g,s);})();`,
      'nonce="abc"',
    ),
    'Kanboard, MatomoConnector':
      script(paqWith('_paq.push(["setDocumentTitle", document.domain + "/" + document.title]);')) + picture(),
    'Laravel starter, Blade; OJS, OpenCart': paq('"//stats.agency.example/"', '7'),
    'Moodle, local_analytics': `var _paq = _paq || [];_paq.push(['setDocumentTitle', 'Home']);_paq.push(['trackPageView']);(function(){var u='//stats.agency.example/';_paq.push(['setTrackerUrl',u+'matomo.php']);_paq.push(['setSiteId',7]);${loader}g.src=u+'matomo.js';s.parentNode.insertBefore(g,s);})();`,
    Flarum: `<!doctype html><body>${script(paq())}<div id="app"></div><p>Questions about sprained ankles and shoes.</p>`,
    phpBB: paq("'https://stats.agency.example/'"),
    'Sphinx, Read the Docs theme': paqWith("_paq.push(['disableCookies']);"),
    'Hugo, minified without quotes': `<!doctype html><html><head><title>x</title><script type=text/javascript>${paq()}</script></head><body><p>Backs, knees and shoulders, every day.`,
    'Jekyll, include': paq('"https://stats.agency.example/"', '7'),
    'Eleventy, in the footer': `<!doctype html><body><p>Backs, knees and shoulders.</p><footer>${script(paq())}</footer>`,
    'Gatsby, gatsby-plugin-matomo': `${script(`window._paq = window._paq || []; window._paq.push(['setTrackerUrl', '${u}matomo.php']); window._paq.push(['setSiteId', '7']); window._paq.push(['enableHeartBeatTimer']); window.start = new Date();`)}${load(`${u}matomo.js`, 'async defer')}`,
    'Gatsby, script of the site': `${script(`window._paq = window._paq || []; window._paq.push(['setTrackerUrl', '${u}matomo.php']); window._paq.push(['setSiteId', '7']);`)}${load('/assets/matomo.js')}`,
    'Docusaurus, plugin-matomo': `var _paq = window._paq = window._paq || [];_paq.push(['setRequestMethod', 'POST']);_paq.push(['trackPageView']);(function() {var u="${u}";_paq.push(['setTrackerUrl', u+'piwik.php']);_paq.push(['setSiteId', '7']);${loader}g.src=u+'piwik.js';s.parentNode.insertBefore(g,s);})();`,
    'Next.js, pages router, inline': `${script(paq())}${load('/_next/static/chunks/main-0a1b2c3d.js', 'defer')}`,
    'Magento 2, with its inline script': `${script(json({ '*': { 'Vendor_Matomo/js/tracker': { trackerUrl: `${u}matomo.php`, siteId: 7 } } }), 'type="text/x-magento-init"')}${script(`(function(w,d){w._paq=w._paq||[];w._paq.push(['setTrackerUrl','${u}matomo.php']);w._paq.push(['setSiteId',7]);${loader}g.src='${u}matomo.js';s.parentNode.insertBefore(g,s)})(window,document);`)}`,
    'Magento 1': `//<![CDATA[\n${paq('(("https:" == document.location.protocol) ? "https://" : "http://") + "stats.agency.example/"', '7')}\n//]]>`,
    'Shopware 6, plugin': paq(
      "'https://stats.agency.example/'",
      "'7'",
      '_paq.push(["setEcommerceView", false, false, "Bands"]);',
    ),
    'PrestaShop, matomo module': paq('"https://stats.agency.example/"', '"7"'),
    'Shopify, theme.liquid': `${script('window.Shopify = window.Shopify || {};')}${script(paq())}`,
    'BigCommerce, Script Manager': script(paq(), 'data-bc-script-type="inline"'),
    'Wix, custom code': `<!doctype html><body><p>Backs, knees and shoulders.</p>${script(paq(), 'type="text/javascript"')}`,
    'Squarespace, code injection': script(paq(), 'data-name="header"'),
    'Webflow, custom code': `<!doctype html><html data-wf-domain="www.practice.example"><head>${script(paq())}</head><body><p>Backs and knees.</p>`,
    'Confluence, custom HTML': script(paq('"https://stats.agency.example/"', '7'), 'type="text/javascript"'),
    'Matomo, in a text that is run': `eval(${JSON.stringify(paq())});`,
    'Matomo, after a text': `'use strict'\n${paq()}`,
    'Matomo, http in its code, upgraded by the page': `<meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests">${script(paq("'http://stats.agency.example/'"))}`,
    'Matomo, settings, then its script': script(settings) + load(`${u}matomo.js`),
    'Matomo, the number of another site in a comment behind it': paq().replace(
      "'7']);",
      "'7']); // was _paq.push(['setSiteId', '3']);",
    ),
    'Matomo, loaded, beside the code of another of its sites for another host':
      load(`${u}matomo.js`) +
      script(paq()) +
      script(`if (location.hostname === 'www.other.example') { ${paq(undefined, "'8'")} }`),
    'Matomo, beside a template text with paragraphs': `var card = (one) => \`<p>\${one.name}</p>\n<p>\${one.town}<br>\n</p>\`; ${paq()}`,
    'a condition for another host, then code for all others': `if (location.hostname === 'localhost') { test(); } else { ${paq()} }`,
    'Matomo, written into the page as a text, with a comment behind code': `document.write(${JSON.stringify(script(paq().replace(']);\n', ']); // also downloads\n'))).replace('</', '<\\/')});`,
    'a function that only the page’s buttons call, before the code': `function toggleMenu() { document.body.classList.toggle('open'); }\n(function () { ${paq()} })();`,
    'a function that is called after the name of one for an action, without semicolons': `function statistics() { ${paq()} }\nwindow.addEventListener('resize', draw)\nstatistics()\nfunction draw() { menu() }`,
    'a function that another one calls at once': `function start() { statistics(); } function statistics() { ${paq()} } start();`,
    'a function, once the page has loaded': `function statistics() { ${paq()} } window.addEventListener('load', statistics);`,
    'a function, after a while': `function statistics() { ${paq()} } setTimeout(statistics, 2000);`,
    'a stored choice of something else, before the code': `if (localStorage.getItem('dark')) { document.body.className = 'dark'; }\n(function () { ${paq()} })();`,
    'the page has loaded': `window.onload = function () { ${paq()} };`,
    'Turbo, a page has loaded': `document.addEventListener('turbo:load', function () { ${paq()} });`,
    'only on its own host': `if (location.hostname === 'www.practice.example') { ${paq()} }`,
    'a theme’s link to the page about cookies': `var theme = {"cookieNotice":"/cookie-policy/"}; ${paq()}`,
    'a click on the banner is counted': `${paq()} document.querySelector('.banner').addEventListener('click', function(){ _paq.push(['trackEvent','cookie-banner','accepted']) })`,
  },
  'other site 31': {
    'Matomo, ours among two, the other first id': paq(
      undefined,
      "'31'",
      `_paq.push(['addTracker', '${elsewhere}/matomo.php', '7']);`,
    ),
  },
  'other site 3': {
    'Matomo, our number in a comment behind that of another site': paq(undefined, "'3'").replace(
      "'3']);",
      "'3']); //_paq.push(['setSiteId', '7']);",
    ),
  },
  'blocked noscript': { 'Matomo, image for no scripts alone': picture() },
  [`other path ${service}/piwik-old`]: {
    'Matomo, in another path': [paq(`"${service}/piwik-old/"`), { base: `${service}/matomo` }],
  },
  'other site 8': {
    'Matomo, another site of ours': paq(undefined, "'8'"),
    'Matomo, another site of ours, under Matomo’s name for it': `${script(`var _paq = window._paq || [], page = {matomoUrl: "${u}", matomoSiteId: 8};`)}${load(`${u}matomo.js`)}`,
  },
  'other site {{ site_id }}': { 'Matomo, a placeholder that nobody filled': paq(undefined, "'{{ site_id }}'") },
  'other site <?= $id ?>': {
    'Matomo, PHP that nobody ran': paq(undefined, 'id').replace('var u', 'var id = "<?= $id ?>", u'),
  },
  [`other other ${elsewhere}`]: {
    'Matomo, another service': paq(`"${elsewhere}/"`),
    'Matomo, a tutorial’s template': `<!doctype html><body><p>Copy this:</p><script type="text/x-template">${paq(`"${elsewhere}/"`)}</script>`,
  },
  'unsure manager': {
    'Google Tag Manager, passed on by a site at its service’s host': [
      `(function(w,d,s,l,i){w[l]=w[l]||[];var j=d.createElement(s);j.src='${site}/metrics/gtm.js?id='+i;d.head.append(j)})(window,document,'script','dataLayer','GTM-ABC1234');`,
      { base: `${site}/matomo` },
    ],
    'Matomo Cloud, container': [
      "var _mtm = window._mtm = window._mtm || [];(function(){var d=document,g=d.createElement('script');g.src='https://cdn.matomo.cloud/acme.matomo.cloud/container_Qq1Ww2Ee.js';d.head.append(g)})();",
      { base: 'https://acme.matomo.cloud' },
    ],
    'Matomo Tag Manager': `var _mtm=window._mtm=window._mtm||[];_mtm.push({'mtm.startTime':Date.now(),event:'mtm.Start'});(function(){${loader}g.src='${u}js/container_Qq1Ww2Ee.js';s.parentNode.insertBefore(g,s)})();`,
    'Matomo Tag Manager, preview': load(`${u}js/container_Qq1Ww2Ee_preview.js`),
    'Matomo Tag Manager of others': load(`${elsewhere}/js/container_Qq1Ww2Ee.js`),
    'Docusaurus, tag manager': `var _mtm = window._mtm = window._mtm || [];_mtm.push({'mtm.startTime': (new Date().getTime()), 'event': 'mtm.Start'});var d=document, g=d.createElement('script');g.src='${u}js/container_Ab12Cd34.js';d.head.appendChild(g);`,
    'Streamlit, head of the template': `var _mtm = window._mtm = window._mtm || [];(function(){var d=document,g=d.createElement('script');g.src='${u}js/container_Zz9Yy8Xx.js';d.head.append(g)})();`,
    'Shopify, custom pixel': `<script id="web-pixels-manager-setup">(function e(){})({webPixelsConfigList: [{"id":"88","type":"CUSTOM","name":"Matomo"}]});</script>`,
    'Google Tag Manager': load('https://www.googletagmanager.com/gtm.js?id=GTM-ABC123'),
    'Google Tag Manager, inline': tagManager,
    'Google Tag Manager, LiteSpeed, inline code deferred': load(
      `data:text/javascript;base64,${btoa(tagManager)}`,
      'defer',
    ),
    'Google Tag Manager, LiteSpeed, inline code delayed': `<script type="litespeed/javascript" data-src="data:text/javascript;base64,${btoa(tagManager)}"></script>`,
    Tealium: load('https://tags.tiqcdn.com/utag/acme/main/prod/utag.js'),
    'Adobe Tags': load('https://assets.adobedtm.com/launch-EN0123456789abcdef.min.js'),
    'Cloudflare Zaraz': load('/cdn-cgi/zaraz/i.js', 'referrerpolicy="origin"'),
  },
  'unsure through': {
    'Matomo tracker-proxy': paq(`"${site}/"`)
      .replace("'matomo.php'", "'matomo-proxy.php'")
      .replace("'matomo.js'", "'matomo-proxy.php'"),
    'Matomo tracker-proxy, in a folder': paq('"/stats/"').replaceAll('matomo.', 'piwik.'),
    'Matomo, a host of the site passes hits on': paq('"https://m.practice.example/"'),
    'Connect Matomo, proxy script': `var _paq=window._paq||[];_paq.push(["trackPageView"]);_paq.push(["setTrackerUrl","\\/\\/www.practice.example\\/wp-content\\/plugins\\/wp-piwik\\/proxy\\/matomo.php"]);_paq.push(["setSiteId","7"]);`,
    'Matomo for WordPress, REST API': [
      `(function(){function initTracking(){var _paq=window._paq=window._paq||[];_paq.push(['setTrackerUrl', "\\/\\/www.practice.example\\/wp-json\\/matomo\\/v1\\/hit\\/"]);_paq.push(['setSiteId', '1']);${loader}g.src="\\/\\/www.practice.example\\/wp-content\\/uploads\\/matomo\\/matomo.js";s.parentNode.insertBefore(g,s);}initTracking();})();`,
      { id: '1' },
    ],
    'Shopware 6, proxied': paq('"/tinect-matomo/"').replace("'matomo.php'", "'t'").replace("'matomo.js'", "'s'"),
  },
  'blocked csp': {
    'Matomo, refused by a policy': `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">${script(paq())}`,
  },
  'blocked template': { 'Matomo, in a template': `<template>${script(paq())}</template>` },
  'blocked unclosed': {
    'Matomo, never closed': `<!doctype html><body><p>The practice is closed on Fridays.</p><script>${paq()}<p>More</p></body></html>`,
  },
  missing: {
    'Matomo, in a comment': `<!-- ${script(paq())} -->`,
    'Matomo, as text of a tutorial': `<!doctype html><body><p>Paste this into your page:</p><pre>${paq().replaceAll('<', '&lt;')}</pre>`,
    'Discourse, theme component': `<meta id="data-discourse-setup" data-theme-color="ffffff">${load('https://cdn.practice.example/theme-javascripts/9f3a.js?__ws=a', 'defer data-theme-id="4" nonce="x"')}`,
    'RudderStack or Segment': load('https://cdn.segment.com/analytics.js/v1/abc123def456/analytics.min.js'),
    'a link to the statistics': `<!doctype html><body><p>Backs, knees and shoulders.</p><a href="${u}index.php?module=Login">Statistics</a>`,
    nothing: '',
    'jQuery and the site’s own scripts': load('/js/jquery.min.js') + load('/js/site.js'),
    'the word in a text':
      '<!doctype html><body><h1>Piwik is Matomo now</h1><p>What changes for the practice, and what stays.</p>',
  },
  'unsure held': {
    'onclick of a button': `document.getElementById('agree').onclick = function () { ${paq()} };`,
    'WP Rocket, delayed': script(paq(), 'type="rocketlazyloadscript" data-rocket-type="text/javascript"'),
    'LiteSpeed Cache, delayed': script(paq(), 'type="litespeed/javascript"'),
    'LiteSpeed Cache, address put aside': `<script type="litespeed/javascript" data-src="data:text/javascript;base64,${btoa(paq())}"></script>`,
    'Perfmatters, delayed': script(paq(), 'type="pmdelayedscript" data-perfmatters-type="text/javascript"'),
    'NitroPack, delayed': script(paq(), 'type="nitropack/inlinescript" class="nitropack-inline-script"'),
    'Partytown, waiting': script(paq(), 'type="text/partytown"'),
    'Nuxt, Partytown module':
      script(
        `var _paq = window._paq = window._paq || [];_paq.push(["disableCookies"]);_paq.push(['setTrackerUrl', '${u}matomo.php']);_paq.push(['setSiteId', '7']);`,
        'type="text/partytown"',
      ) + load(`${u}matomo.js`, 'type="text/partytown" async'),
    'jQuery, a click on "I agree"': `jQuery(function ($) { $('#agree').click(function () { ${paq()} }); });`,
    'an event of the site’s own': `document.addEventListener('privacy:granted', function () { ${paq()} });`,
    'a type with a parameter, which browsers do not run': script(paq(), 'type="text/javascript; charset=utf-8"'),
    'only on the staging host': `if (location.hostname === 'staging.practice.example') { ${paq()} }`,
  },
  'unsure mentioned': {
    'Matomo at the site’s host, its settings alone': [
      script(paq(`"${site}/matomo/"`).replace(/var d .*/s, '})();')) + load('/js/site.js'),
      { base: `${site}/matomo` },
    ],
    'Matomo, code with a placeholder that a script of the page fills': `<script type="text/x-template">${paq(undefined, "'{{ site }}'")}</script>`,
    'Inertia, its settings beside the number of another thing': `<div id="app" ${attribute('data-page', json({ matomo: { url: u, id: 7 }, shop: { siteId: 3 } }))}></div>`,
    'a script of the site, which is told the server': load(
      '/js/statistics.js',
      `defer data-matomo-url="${new URL(service).host}" data-matomo-site="7"`,
    ),
    'Flying Scripts': `<script type="text/javascript" data-type="lazy" ${attribute('data-src', `data:text/javascript,${encodeURIComponent(paq())}`)}></script>`,
    'Drupal, big settings alone': script(
      json({ matomo: { url: u, siteId: '7' } }),
      'type="application/json" data-drupal-selector="drupal-settings-json"',
    ),
    'Joomla, plugin with options': `<script type="application/json" class="joomla-script-options new">${json({ plg_system_matomo: { url: u, siteid: 7 } })}</script>${load('/media/plg_system_matomo/js/matomo.min.js', 'defer')}`,
    'Nextcloud, Matomo app': load('/apps/piwik/js/track.js?v=1', `nonce="x" defer data-url="${u}" data-siteid="7"`),
    'Django, hidden elements': `<!doctype html><body><span id="matomo-url" data-matomo-url="${u}" data-matomo-site-id="7" hidden></span>${script("var u=$('#matomo-url').data('matomoUrl');_paq.push(['setTrackerUrl',u+'matomo.php']);")}<p>Open every day but Sunday.</p>`,
    'Django, attributes of the script': load(
      '/static/js/tracking.js',
      `data-id="matomo" data-matomo-url="${service}" data-matomo-id="7"`,
    ),
    'Nuxt, nuxt-matomo': `${script(`window.__NUXT__={config:{public:{matomo:{matomoUrl:"https:\\u002F\\u002Fstats.agency.example\\u002F",siteId:7}}}}`)}${load('/_nuxt/entry.4fa1.js', 'type="module"')}`,
    'Nuxt Scripts, useScriptMatomoAnalytics': `${load('/_nuxt/BqR3xw1z.js', 'type="module" crossorigin')}<link rel="preload" as="script" href="${u}matomo.js">`,
    'Next.js, next/script in flight data': `${load('/_next/static/chunks/webpack-12.js')}${script(`self.__next_f=self.__next_f||[];self.__next_f.push([1,${JSON.stringify(`5:["$","$L8",null,{"id":"matomo","strategy":"afterInteractive","children":${JSON.stringify(paq())}}]`)}])`)}`,
    'Next.js, settings of the run': `${script(json({ props: {}, runtimeConfig: { MATOMO_URL: service, MATOMO_SITE_ID: '7' } }), 'id="__NEXT_DATA__" type="application/json"')}${load('/_next/static/chunks/main-0a1b2c3d.js')}`,
    'React, settings in window': `${script(`window.env = {"REACT_APP_MATOMO_URL":"${service}","REACT_APP_MATOMO_SITE_ID":"7"}`)}${load('/static/js/main.8c1d0e2f.js', 'defer')}`,
    'Stencil element': `<!doctype html><body><p>Backs, knees and shoulders.</p><my-matomo url="${service}" siteid="7"></my-matomo>`,
    'Magento 2, settings alone': `${load('/static/version17/frontend/require.min.js', '')}${script(json({ '*': { 'Vendor_Matomo/js/tracker': { scriptUrl: `${u}matomo.js`, trackerUrl: `${u}matomo.php`, siteId: 7 } } }), 'type="text/x-magento-init"')}`,
    'Blogger, escaped': paq().replaceAll("'", '&#39;'),
    'an opt-out frame alone': `<!doctype html><body><p>Privacy: you may object here.</p><iframe src="${u}index.php?module=CoreAdminHome&amp;action=optOut"></iframe>`,
    'Matomo’s code in a file of the site': load('/js/matomo-tracking.js', 'defer'),
    'Matomo’s code in a file of the site, with its picture': load('/assets/piwik.init.js?v=2') + picture(),
    'Matomo’s settings in a file of the site':
      script("var _paq = window._paq || []; _paq.push(['setCustomVariable', 1, 'a', 'b'], ['trackPageView']);") +
      load('/assets/stats.js'),
    'Matomo, set to another site of ours afterwards': script(paq()) + script(paq(undefined, "'8'")),
    'Matomo, set to another service afterwards': script(paq()) + script(ofElsewhere),
    'Matomo, both of them loaded':
      script(paq()) + script(ofElsewhere) + load(`${u}matomo.js`) + load(`${elsewhere}/matomo.js`),
    'Matomo, in a text among settings': `var settings = {"code":${JSON.stringify(`<script>\n  ${paq()}\n</script>`).replaceAll('</', '<\\/')}};`,
    'Matomo, in a text on several lines': `const code = \`\n${paq()}\`;`,
    'Matomo, commented out': `/* ${paq()} */\nstart();`,
    'Matomo, commented out line by line': paq()
      .split('\n')
      .map((line) => `// ${line}`)
      .join('\n'),
    'Matomo, its server in another script': `var u = settings.statistics; var _paq = window._paq || []; _paq.push(['setTrackerUrl', u + 'matomo.php']); _paq.push(['setSiteId', '7']); more('https://cdn.other.example/lib.js');`,
    'Matomo, the site chosen by host': `var siteId = 1; if (location.hostname === 'www.practice.example') { siteId = 7; } ${paq(undefined, 'siteId')}`,
    'Matomo, the site chosen by language, neither of them ours': `var site = '8'; if (document.documentElement.lang == 'en') site = '9'; ${paq(undefined, 'site')}`,
    'Matomo, the server chosen': `var matomoUrl = "//test-stats.agency.example/"; if (!isTest) { matomoUrl = "//stats.agency.example/"; } ${paq('matomoUrl')}`,
    'Matomo, image tracker that waits until it is seen': `<!doctype html><body><p>The practice is closed on Fridays in August.</p><img data-src="${u}matomo.php?idsite=7&amp;rec=1" src="data:image/gif;base64,AAAA" alt="">`,
    'Matomo, settings that nothing reads': settings,
    'WordPress, the editor’s paragraphs between its lines': paq().replaceAll('\n', '</p>\n<p>'),
    'WordPress, the editor’s line breaks between its lines': paq().replaceAll('\n', '<br />\n'),
    'a function of the window that another script calls': `${script(`window.loadMatomo = function () { ${paq()} };`)}${load('/js/banner.js', 'defer')}`,
    'a method that another script calls': `var Practice = { start: function () {}, statistics: function () { ${paq()} } }; Practice.start();`,
  },
  'unsure bundle': {
    'VuePress 1, in its bundle': load('/assets/js/app.9f3a2b1c.js', 'defer'),
    'Next.js, matomo-next in its bundle': load('/_next/static/chunks/main-0a1b2c3d.js', 'defer'),
    'Angular, ngx-matomo-client in its bundle': load('/main-4F1C9A7B.js', 'type="module"'),
    'React, matomo-tracker-react in its bundle': load('/static/js/main.8c1d0e2f.js', 'defer'),
    'Vue, vue-matomo in its bundle': load('/js/app.5d6e7f80.js', 'defer'),
    SvelteKit: load('/_app/immutable/entry/start.Bd9x1.js', 'type="module"'),
    'Astro, bundled': load('/_astro/hoisted.D8s2.js', 'type="module"'),
  },
  'tracking siteless': {
    'Angular, opened': `${load('/main-4F1C9A7B.js', 'type="module"')}${load(`${u}matomo.js`, 'async defer')}`,
    'Matomo, its site in a name that other code gives a piece of HTML': `${paq(undefined, 'i')} function show(text) { var i = '<p>'; document.body.innerHTML = i + text; }`,
    'Matomo, a site that only its code can tell': paq(undefined, '`\u0024{sites.get("own") ?? 7}`'),
    'Matomo in a bundle, opened, beside the shop’s own number': `${script('var shop = {siteId: 3}; var _paq = window._paq || [];')}${load(`${u}matomo.js`)}`,
    'Matomo, its site in another script, beside the shop’s own number': `window.shop = {websiteId: 12, currency: "EUR"}; ${paq(undefined, 'settings.statistics')}`,
    'Matomo, two sites by the host': paq(undefined, "location.host == 'b.example' ? '8' : '7'"),
    'Matomo in a bundle, opened, beside another agency’s': script(ofElsewhere) + load(`${u}matomo.js`),
  },
  'unsure bundle Wix': {
    'Wix, which adds custom code once the page is open': load(
      'https://static.parastorage.com/services/wix-thunderbolt/dist/main.7120cb19.bundle.min.js',
    ),
  },
  'unsure bundle Autoptimize': {
    'WordPress, Autoptimize, inline code combined': load(
      '/wp-content/cache/autoptimize/js/autoptimize_9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d.js',
      'defer',
    ),
  },
  'unsure bundle WP Rocket': {
    'WordPress, WP Rocket, combined files': load(
      '/wp-content/cache/min/1/3f2a1b0c9d8e7f6a5b4c3d2e1f0a9b8c.js',
      'data-minify="1" defer',
    ),
  },
  'unsure bundle LiteSpeed': {
    'WordPress, LiteSpeed, inline code combined': load(
      '/wp-content/litespeed/js/0f1e2d3c4b5a69788796a5b4c3d2e1f0.js?ver=9c2a1',
      'data-optimized="1"',
    ),
  },
  'unsure bundle W3 Total Cache': {
    'WordPress, W3 Total Cache, combined files': load('/wp-content/cache/minify/0f1e2.js', ''),
  },
  'unsure bundle SiteGround Optimizer': {
    'WordPress, SiteGround Optimizer, combined files': load(
      '/wp-content/uploads/siteground-optimizer-assets/siteground-optimizer-combined-js-0f1e2d3c.js',
      'defer',
    ),
  },
  'unsure bundle Breeze': {
    'WordPress, Breeze, inline code combined': load('/wp-content/cache/breeze-minification/js/breeze_0f1e2d3c.js'),
    'WordPress, Breeze, of many sites': load('/wp-content/cache/breeze-minification/12/js/breeze_0f1e2d3c.js'),
  },
  'unsure bundle WP-Optimize': {
    'WordPress, WP-Optimize, combined files': load(
      '/wp-content/cache/wpo-minify/1764737221/assets/wpo-minify-footer-0c9a1ccf.min.js',
    ),
  },
  'unsure bundle Fast Velocity Minify': {
    'WordPress, Fast Velocity Minify': load('/wp-content/cache/fvm/min/1770712198-js3d06bca57317a8eb9b50f95b795e.js'),
  },
  'unsure bundle Swift Performance': {
    'WordPress, Swift Performance, inline code combined': load(
      '/wp-content/cache/swift-performance/www.practice.example/js/0f1e2d3c4b5a69788796a5b4c3d2e1f0.js',
    ),
  },
  'unsure bundle JCH Optimize': {
    'Joomla, JCH Optimize, inline code combined': load('/media/com_jchoptimize/cache/js/fc4bb2d9dd2285de862fb8204.js'),
  },
  'unsure bundle Minify': { 'Minify, combined files': load('/min/?f=/js/a.js,/js/b.js', '') },
  'unsure bundle TYPO3': {
    'TYPO3, inline code moved to a file': load(
      '/typo3temp/assets/js/9a1b2c3d4e5f60718293a4b5c6d7e8f9.js?1712345678',
      '',
    ),
  },
};
