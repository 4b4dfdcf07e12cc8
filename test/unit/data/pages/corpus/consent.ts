import { attribute, type CorpusRows, load, paq, paqWith, script, service, site } from './row.ts';

const u = `${service}/`;
const plain = 'type="text/plain"';
const bot = load(
  'https://consent.cookiebot.com/uc.js',
  'id="Cookiebot" data-cbid="6f1a2b3c-0d1e-4f5a-8b6c-7d8e9f0a1b2c"',
);

const settings = `var _paq = window._paq = window._paq || []; _paq.push(['setTrackerUrl', '${u}matomo.php']); _paq.push(['setSiteId', '7']);`;

/** Matomo's code as consent tools hold it. */
export const consentRows: CorpusRows = {
  'unsure consent': {
    tarteaucitron: `${load('/assets/tarteaucitron/tarteaucitron.min.js', '')}${script(`tarteaucitron.init({hashtag:"#cookies"});tarteaucitron.user.matomoId = 7;tarteaucitron.user.matomoHost = "${u}";(tarteaucitron.job = tarteaucitron.job || []).push("matomo");`)}`,
    'tarteaucitron, Drupal module':
      script(
        '{"tacjs":{"services":{"matomo":{"status":true,"id":"7","host":"https:\\/\\/stats.agency.example\\/"}}}}',
        'type="application/json" data-drupal-selector="drupal-settings-json"',
      ) + load('/modules/contrib/tacjs/assets/vendor/tarteaucitron/tarteaucitron.min.js'),
    'Cookiebot, marked script': bot + script(paq(), `${plain} data-cookieconsent="statistics"`),
    'Cookiebot, address put aside': `${bot}<script ${plain} data-cookieconsent="statistics" data-src="${u}matomo.js"></script>`,
    Klaro: `${load('/klaro/klaro.js', 'defer data-config="klaroConfig"')}${script(paq(), `${plain} data-type="application/javascript" data-name="matomo"`)}`,
    'Klaro, code in its settings': `${load('/js/klaro-no-css.js', 'defer')}${script(`var klaroConfig={services:[{name:'matomo',purposes:['analytics'],onAccept:\`${paq().replaceAll('`', '')}\`}]}`)}`,
    Orejime: `${load('/orejime/orejime.js', 'defer')}<template data-purpose="matomo">${script(paq())}</template>`,
    Complianz: `${load('/wp-content/plugins/complianz-gdpr/cookiebanner/js/complianz.min.js', 'defer')}${script(paq(), `${plain} data-service="matomo" data-category="statistics"`)}`,
    'Complianz, of a site at its service’s host': [
      load('/wp-content/plugins/complianz-gdpr/cookiebanner/js/complianz.min.js', 'defer'),
      { base: `${site}/matomo` },
    ],
    'Borlabs Cookie': `${load('/wp-content/plugins/borlabs-cookie/assets/javascript/borlabs-cookie.min.js', 'defer')}<script ${plain} data-borlabs-cookie-script-blocker-id="matomo">${paq()}</script>`,
    'Borlabs Cookie 2, base64': `${load('/wp-content/cache/borlabs-cookie/borlabs-cookie-config-de.json.js')}${script(`var borlabsCookieConfig={"cookies":{"statistics":["matomo"]},"scripts":{"matomo":{"optInJS":"${btoa(script(paq()))}"}}}`)}`,
    'Real Cookie Banner': `<script consent-required="2040" consent-by="services" consent-id="2041" type="application/consent" ${attribute('consent-inline', paq())}></script>${load('/wp-content/plugins/real-cookie-banner/public/dist/banner.lite.js')}`,
    CookieYes: `${load('https://cdn-cookieyes.com/client_data/9f2a/script.js', 'id="cookieyes"')}${script(paq(), `${plain} data-cookieyes="cookieyes-analytics"`)}`,
    'Cookie Law Info': `${load('/wp-content/plugins/cookie-law-info/legacy/public/js/cookie-law-info-public.js')}${script(paq(), `${plain} data-cli-class="cli-blocker-script" data-cli-category="analytics"`)}`,
    'Cookie Notice': `${load('/wp-content/plugins/cookie-notice/js/front.min.js')}${script(`if (document.cookie.indexOf('cookie_notice_accepted=true') > -1) {${paq()}}`)}`,
    'Moove GDPR': `${load('/wp-content/plugins/gdpr-cookie-compliance/dist/scripts/main.js')}${script('var moove_frontend_gdpr_scripts = {"scripts_defined":"{\\"thirdparty\\":{\\"header\\":\\"<script>_paq.push([\'setTrackerUrl\',\'https:\\/\\/stats.agency.example\\/matomo.php\'])<\\/script>\\"}}"};')}`,
    Usercentrics: `${load('https://web.cmp.usercentrics.eu/ui/loader.js', 'id="usercentrics-cmp" data-settings-id="aB3"')}${script(paq(), `${plain} data-usercentrics="Matomo"`)}`,
    OneTrust: `${load('https://cdn.cookielaw.org/scripttemplates/otSDKStub.js', 'data-domain-script="x"')}${script(paq(), `${plain} class="optanon-category-C0002"`)}`,
    'OneTrust, by its callback': `${load('https://cdn.cookielaw.org/scripttemplates/otSDKStub.js')}${script(`function OptanonWrapper(){ if(OnetrustActiveGroups.includes('C0002')){${paq()}} }`)}`,
    iubenda: `${load('https://cdn.iubenda.com/cs/iubenda_cs.js')}${script(paq(), `${plain} class="_iub_cs_activate-inline" data-iub-purposes="4"`)}`,
    Didomi: `${load('https://sdk.privacy-center.org/6f1a2b3c-0d1e-4f5a-8b6c-7d8e9f0a1b2c/loader.js')}${script(paq(), 'type="didomi/javascript" data-vendor="c:matomo"')}`,
    Axeptio: `${load('https://static.axept.io/sdk.js')}${script(`window._axcb=window._axcb||[];_axcb.push(function(axeptio){axeptio.on('cookies:complete',function(c){if(c.matomo){${paq()}}})});`)}`,
    Osano: `${load('https://cmp.osano.com/16Bx/abc/osano.js')}${script(paq(), 'data-osano="ANALYTICS" type="text/plain"')}`,
    'Osano’s open cookieconsent': `${load('https://cdn.jsdelivr.net/npm/cookieconsent@3/build/cookieconsent.min.js', '')}${script(`window.cookieconsent.initialise({type:"opt-in",onInitialise:function(){if(this.hasConsented()){${paq()}}}})`)}`,
    'Orest Bida’s cookieconsent': `${load('https://cdn.jsdelivr.net/gh/orestbida/cookieconsent@3.1.0/dist/cookieconsent.umd.js', 'defer')}${script(paq(), `${plain} data-category="analytics" data-service="Matomo"`)}`,
    CookieFirst: `${load('https://consent.cookiefirst.com/sites/practice.example-6f1a/consent.js')}${script(paq(), `${plain} data-cookiefirst-category="performance"`)}`,
    'Cookie-Script': `${load('//cdn.cookie-script.com/s/0f1e2d.js')}${script(paq(), `${plain} data-cookiescript="accepted" data-cookiecategory="performance"`)}`,
    CookieHub: `${load('https://cdn.cookiehub.eu/c2/0f1e2d3c.js')}${script(paq(), `${plain} data-consent="analytics"`)}`,
    CookieTractor: `${load('https://cdn.cookietractor.com/cookietractor.js', 'data-lang="en"')}${script(paq(), `${plain} data-category-consent="cookie_cat_statistical"`)}`,
    'Cookie Information': `${load('https://policy.app.cookieinformation.com/uc.js', 'id="CookieConsent"')}${script(paq(), `${plain} data-consent-src="" data-category-consent="cookie_cat_statistic"`)}`,
    consentmanager: `${load('https://cdn.consentmanager.net/delivery/autoblocking/1a2b.js')}${script(paq(), `${plain} class="cmplazyload" data-cmp-vendor="s974"`)}`,
    CCM19: `${load('https://cloud.ccm19.de/app.js?apiKey=1&domain=2')}${script(paq(), 'type="text/x-ccm-loader" data-ccm-loader-group="analytics"')}`,
    Termly: `${load('https://app.termly.io/resource-blocker/6f1a')}${script(paq(), `${plain} data-categories="analytics"`)}`,
    'Civic Cookie Control': `${load('https://cc.cdn.civiccomputing.com/9/cookieControl-9.x.min.js', '')}${script(`CookieControl.load({optionalCookies:[{name:'analytics',onAccept:function(){${paq()}}}]})`)}`,
    Silktide: `${load('/js/silktide-consent-manager.js', '')}${script(`silktideCookieBannerManager.updateCookieBannerConfig({cookieTypes:[{id:'analytics',onAccept:function(){${paq()}}}]})`)}`,
    'Drupal, EU Cookie Compliance': `${load('/modules/contrib/eu_cookie_compliance/js/eu_cookie_compliance.min.js', 'defer')}${script('{"eu_cookie_compliance":{"disabled_javascripts":"https:\\/\\/stats.agency.example\\/matomo.js"}}', 'type="application/json"')}`,
    'TYPO3, cookieman': `${load('/typo3conf/ext/cookieman/Resources/Public/Js/cookieman.js', '')}${script(`cookieman.onScriptLoaded('matomo',0,function(){${paq()}})`)}`,
    'TYPO3, dp_cookieconsent': `${load('/typo3conf/ext/dp_cookieconsent/Resources/Public/JavaScript/dp_cookieconsent.js', '')}${script(paq(), `${plain} data-ignore="1" data-cookieconsent="statistics"`)}`,
    'Contao, cookiebar': `${load('/bundles/contaocookiebar/scripts/cookiebar.min.js', '')}${script(`cookiebar.addModule(2,{consent:"${paq().replaceAll('"', '\\"').replaceAll('\n', '')}"})`)}`,
    'a consent tool alone': bot,
    'Klaro, settings that run, Matomo’s script held': `${load('/klaro/klaro.js', 'defer')}${script(settings)}<script ${plain} data-type="application/javascript" data-name="matomo" data-src="${u}matomo.js"></script>`,
    'Cookiebot, settings that run, Matomo’s script held': `${bot}${script(settings)}<script ${plain} data-cookieconsent="statistics" async src="${u}matomo.js"></script>`,
  },
  'unsure held': {
    'tarteaucitron, its FreeMarker macro': `tarteaucitron.user.matomoId = 7; tarteaucitron.user.matomoHost = '${service}/';(tarteaucitron.job = tarteaucitron.job || []).push('matomo');`,
    'Real Cookie Banner, its loader inline': `<script consent-required="3" type="application/consent" ${attribute('consent-inline', paq("'//stats.agency.example/'"))}></script>`,
    'Shopware 6, cookie configuration': `${script(`document.$emitter.subscribe('CookieConfiguration_Update',function(e){if(e.detail['matomo-consent']){${paq()}}})`)}`,
    'a banner of the site’s own': `${script(`if(readCookie('cookies-accepted')=='true'){${paq()}}`)}`,
    'a choice that is stored': `if (localStorage.getItem('analytics-allowed') === 'yes') {${paq()}}`,
    'a button of the site’s own': `document.getElementById('accept').addEventListener('click', function () {${paq()}})`,
    'IAB’s framework': `window.__tcfapi('addEventListener', 2, function (d, ok) { if (ok && d.eventStatus === 'useractioncomplete') { ${paq()} } });`,
    'Shopify’s customer privacy': `if (window.Shopify.customerPrivacy.analyticsProcessingAllowed()) { ${paq()} }`,
    'a choice in German': `if (einwilligung('statistik')) { ${paq()} }`,
    'a choice that is stored, after what is done without it': `if (!localStorage.getItem('agreed')) { showBanner(); } else { ${paq()} }`,
    'the first scroll': `window.addEventListener('scroll', () => {${paq()}}, { once: true })`,
  },
  tracking: {
    'Cookiebot, ignored script': bot + script(paq(), 'data-cookieconsent="ignore"'),
    'Cookiebot, Matomo’s guide': `${bot}${script("function matomoWaitForTracker(){window.addEventListener('CookiebotOnAccept',consentSet)}function consentSet(){if(Cookiebot.consent.statistics){_paq.push(['setCookieConsentGiven'])}}document.addEventListener('DOMContentLoaded',matomoWaitForTracker)")}${script(paqWith("_paq.push(['requireCookieConsent']);"))}`,
    'Klaro, asks for cookies only': `${load('/js/klaro.min.js', 'defer')}${script(paqWith("_paq.push(['requireCookieConsent']);"))}`,
    'Complianz, without cookies': `${load('/wp-content/plugins/complianz-gdpr/cookiebanner/js/complianz.min.js', 'defer')}${script(paqWith("_paq.push(['disableCookies']);"), 'data-category="functional"')}`,
    'Google’s consent mode beside it':
      script(`gtag('consent','default',{'analytics_storage':'denied'});`) + script(paq()),
    'a consent tool beside running code': `${load('https://cdn.cookielaw.org/scripttemplates/otSDKStub.js')}${script(paq())}`,
    'words of consent in the name of the site and its service': [
      paq('"//stats.dsgvo-kanzlei.example/"', "'7'", "_paq.push(['setCookieDomain', '*.dsgvo-kanzlei.example']);"),
      { url: 'https://www.dsgvo-kanzlei.example/', base: 'https://stats.dsgvo-kanzlei.example' },
    ],
    'words of consent in the names of the site’s domains and its title': paqWith(
      "_paq.push(['setDomains', ['*.practice.example', '*.consens.example']]); _paq.push(['setDocumentTitle', 'Consens']);",
    ),
    'a click that is only counted': `${paq()} document.addEventListener('click', function (e) {_paq.push(['trackEvent', 'a', 'b'])})`,
  },
  'unsure mentioned': {
    'a button of the site’s own, by the name of a function': `function statistics() { ${paq()} } document.getElementById('accept').addEventListener('click', statistics);`,
    'a button and a stored choice, each by functions': `function statistics() { ${paq()} }
function agree() { localStorage.setItem('agreed', '1'); hide(); statistics(); }
document.getElementById('yes').onclick = agree;
if (localStorage.getItem('agreed') === '1') { statistics(); }`,
    'a stored choice, by the name of a function': `const statistics = () => { ${paq()} }; if (document.cookie.includes('agreed=1')) statistics();`,
    'a stored choice, by the name of a function, after what is done without it': `function statistics() { ${paq()} } if (!document.cookie.includes('agreed=1')) { showBanner(); } else { statistics(); }`,
    'the first of several actions': `['mousemove', 'scroll'].forEach(function (on) { addEventListener(on, statistics, { once: true }); }); function statistics() { ${paq()} }`,
    'a function for later': `function startMatomo(){${paq()}}`,
    'Matomo’s own consent script': `${script('var showMatomoCookieBanner_url="https://stats.agency.example/";var showMatomoCookieBanner_id="7";')}${load('/js/matomo-consent.js', 'type="text/javascript"')}`,
  },
};
