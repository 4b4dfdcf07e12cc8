import { inline, src, type TrackerCase, uuid } from './trackerCase.ts';

/** Tag managers and consent tools. */
export const toolCases: TrackerCase[] = [
  [
    'Google Tag Manager',
    ['GTM-ABC123'],
    `${inline("(function(w,d,s,l,i){w[l]=w[l]||[];})(window,document,'script','dataLayer','GTM-ABC123');")}<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC123" height="0"></iframe></noscript>`,
    inline("document.title = 'what is GTM-ABC123?'"),
  ],
  [
    'Matomo Tag Manager',
    ['Xk3pQ9aZ'],
    inline(
      "var _mtm=window._mtm=window._mtm||[];(function(){g.src='https://matomo.example.org/js/container_Xk3pQ9aZ.js';})();",
    ),
    src('/js/container.js'),
  ],
  [
    'Adobe Tags',
    ['EN0123456789abcdef'],
    src('https://assets.adobedtm.com/launch-EN0123456789abcdef.min.js', ' async'),
    src('https://assets.adobe.example/launch-EN0123456789abcdef.min.js'),
  ],
  [
    'Tealium',
    ['acme/main'],
    src('https://tags.tiqcdn.com/utag/acme/main/prod/utag.js'),
    src('/utag/acme/main/prod/utag.js'),
  ],
  ['Piwik PRO', [uuid], src(`https://acme.containers.piwik.pro/${uuid}.js`), src(`/containers/${uuid}.js`)],
  [
    'Cloudflare Zaraz',
    [],
    src('/cdn-cgi/zaraz/i.js', ' referrerpolicy="origin"'),
    src('/cdn-cgi/scripts/email-decode.min.js'),
  ],
  [
    'Cookiebot',
    [uuid],
    src('https://consent.cookiebot.com/uc.js', ` id="Cookiebot" data-cbid="${uuid}"`),
    src('/cookiebot/uc.js'),
  ],
  [
    'OneTrust',
    [uuid],
    src('https://cdn.cookielaw.org/scripttemplates/otSDKStub.js', ` data-domain-script="${uuid}"`),
    src('/scripttemplates/otSDKStub.js'),
  ],
  [
    'Usercentrics',
    ['aBcD1234'],
    src(
      'https://app.usercentrics.eu/browser-ui/latest/loader.js',
      ' id="usercentrics-cmp" data-settings-id="aBcD1234"',
    ),
    src('/browser-ui/latest/loader.js'),
  ],
  [
    'CookieYes',
    ['abc123def'],
    src('https://cdn-cookieyes.com/client_data/abc123def/script.js', ' id="cookieyes"'),
    src('/client_data/abc123def/script.js'),
  ],
  ['iubenda', [], src('https://cdn.iubenda.com/cs/iubenda_cs.js', ' async'), src('https://www.iubenda.com/en/blog.js')],
  ['Didomi', [uuid], src(`https://sdk.privacy-center.org/${uuid}/loader.js`), src(`/privacy-center/${uuid}/loader.js`)],
  ['Osano', ['16BZ95S4q'], src('https://cmp.osano.com/16BZ95S4q/1a2b/osano.js'), src('/osano.js')],
  ['Termly', [], src('https://app.termly.io/resource-blocker/abc?autoBlock=on'), src('https://termly.io/blog.js')],
  [
    'consentmanager',
    [],
    src('https://cdn.consentmanager.net/delivery/js/semiautomatic.min.js'),
    src('/delivery/js/semiautomatic.min.js'),
  ],
  ['TrustArc', [], src('https://consent.trustarc.com/notice?domain=acme.com'), src('/notice?domain=acme.com')],
  ['Axeptio', [], src('https://static.axept.io/sdk.js'), src('/sdk.js')],
  [
    'Complianz',
    [],
    src('/wp-content/plugins/complianz-gdpr/cookiebanner/js/complianz.min.js'),
    src('/wp-content/plugins/contact/complianz.js'),
  ],
  [
    'Borlabs Cookie',
    [],
    src('/wp-content/plugins/borlabs-cookie/assets/javascript/borlabs-cookie.min.js'),
    src('/wp-content/plugins/cookie/borlabs.js'),
  ],
  ['Klaro', [], src('/js/klaro.js', ' defer'), src('/js/klaromat.js')],
];
