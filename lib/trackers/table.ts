/**
 * The role of a tracker. `counter`: counts visits. `manager`: adds other scripts. `consent`: holds other scripts back
 * until the visitor agrees.
 */
export type TrackerKind = 'counter' | 'manager' | 'consent';

/**
 * How a tracker is embedded in pages, according to its documentation. In each pattern, the first group that matches is
 * the id to which the tracker reports.
 */
export interface TrackerRow {
  name: string;
  is: TrackerKind;
  /** Matches the address, without its scheme, of a script, a frame, or an image for browsers without scripts. */
  address?: RegExp;
  /**
   * An attribute of the tracker's script. Identifies the tracker if the row has no `address`. Otherwise, only provides
   * the id (but see `both`).
   */
  attribute?: readonly [name: string, value: RegExp];
  /** Set if the tracker is recognised only by `address` and `attribute` together. */
  both?: true;
  /**
   * Matches a call in an inline script. Its repetitions must be bounded, because the pattern runs on text that anybody
   * may write.
   */
  call?: RegExp;
  /** Set if the scripts that the tracker adds run outside the page, so that the open page does not show them. */
  apart?: true;
  /** Set if the tracker's ids are plain site numbers. */
  numbered?: true;
}

const any = /^(.+)$/;
const uuid = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

const counters: readonly Omit<TrackerRow, 'is'>[] = [
  {
    name: 'Google Analytics',
    address: /^www\.googletagmanager\.com\/gtag\/js\?(?:.*&)?id=(G-\w+)/,
    call: /\bgtag\(\s*["']config["']\s*,\s*["'](G-\w{4,20})/,
  },
  {
    name: 'Google Analytics (Universal)',
    address:
      /^(?:www\.googletagmanager\.com\/gtag\/js\?(?:.*&)?id=(UA-[\d-]+)|(?:www|ssl)\.google-analytics\.com\/(?:analytics|ga)\.js)/,
    call: /(?:\bgtag\(\s*["']config["']|\bga\(\s*["']create["']|["']_setAccount["'])\s*,\s*["'](UA-[\d-]{4,20})/,
  },
  {
    name: 'Google tag',
    address: /^www\.googletagmanager\.com\/gtag\/js\?(?:.*&)?id=(GT-\w+)/,
    call: /\bgtag\(\s*["']config["']\s*,\s*["'](GT-\w{4,20})/,
  },
  {
    name: 'Google Ads',
    address:
      /^(?:www\.googletagmanager\.com\/gtag\/js\?(?:.*&)?id=(AW-\d+)|www\.googleadservices\.com\/pagead\/conversion)/,
    call: /\bgtag\(\s*["']config["']\s*,\s*["'](AW-\d{4,20})/,
  },
  {
    name: 'Matomo',
    address: /\/(?:matomo|piwik)\.(?:js|php)(?:\?(?:.*&)?idsite=(\d+)|\?|$)/,
    call: /_paq\.push\(\s*\[\s*["']setSiteId["']\s*,\s*["']?(\d{1,9})/,
    numbered: true,
  },
  { name: 'Umami', attribute: ['data-website-id', uuid] },
  { name: 'Plausible', address: /^plausible\.io\/js\/(?:pa-([\w-]+)\.js)?/, attribute: ['data-domain', any] },
  {
    name: 'Plausible',
    address: /^(?!datafa\.st\/).*\/js\/(?:plausible|script)[\w.-]*\.js/,
    attribute: ['data-domain', any],
    both: true,
  },
  { name: 'Fathom', address: /^cdn(?:-eu)?\.usefathom\.com\/script\.js/, attribute: ['data-site', any] },
  { name: 'GoatCounter', attribute: ['data-goatcounter', /^(?:https?:)?\/\/(.+)\/count$/] },
  {
    name: 'Simple Analytics',
    address: /^(?:scripts|cdn)\.simpleanalytics(?:cdn\.com|\.io)\//,
    attribute: ['data-hostname', any],
  },
  { name: 'Pirsch', address: /^api\.pirsch\.io\/(?:pa|pirsch[\w-]*)\.js/, attribute: ['data-code', any] },
  {
    name: 'Swetrix',
    address: /^(?:(?:cdn\.)?swetrix\.org\/(?:latest\/)?swetrix\.js|api\.swetrix\.com\/log\/noscript\?pid=(\w+))/,
    call: /swetrix\.init\(\s*["'](\w{4,40})/,
  },
  {
    name: 'Rybbit',
    address: /^[^/]*rybbit[^/]*\/api\/script\.js(?:\?siteId=([\w-]+))?/,
    attribute: ['data-site-id', any],
  },
  { name: 'Shynet', address: /\/ingress\/([\da-f-]{36})\/(?:[^/]+\/)?(?:script\.js|pixel\.gif)/i },
  { name: 'Ackee', attribute: ['data-ackee-domain-id', any] },
  { name: 'Counter', address: /^cdn\.counter\.dev\/script\.js/, attribute: ['data-id', any] },
  {
    name: 'Cloudflare Web Analytics',
    address: /^static\.cloudflareinsights\.com\/beacon\.min\.js/,
    attribute: ['data-cf-beacon', /"token"\s*:\s*"(\w+)"/],
  },
  {
    name: 'Microsoft Clarity',
    address: /^www\.clarity\.ms\/tag\/(\w+)/,
    call: /["']clarity["']\s*,\s*["']script["']\s*,\s*["'](\w{4,20})/,
  },
  {
    name: 'Hotjar',
    address: /^static\.hotjar\.com\/c\/hotjar-(\d+)\.js/,
    call: /_hjSettings\s*=\s*\{\s*hjid\s*:\s*(\d{1,12})/,
  },
  {
    name: 'Meta Pixel',
    address: /^(?:connect\.facebook\.net\/[\w-]+\/fbevents\.js|www\.facebook\.com\/tr\/?\?(?:.*&)?id=(\d+))/,
    call: /fbq\(\s*["']init["']\s*,\s*["'](\d{5,20})/,
  },
  {
    name: 'LinkedIn Insight',
    address: /^(?:snap\.licdn\.com\/li\.lms-analytics\/|px\.ads\.linkedin\.com\/collect\/?\?(?:.*&)?pid=(\d+))/,
    call: /_linkedin_partner_id\s*=\s*["'](\d{3,12})/,
  },
  {
    name: 'TikTok Pixel',
    address: /^analytics\.tiktok\.com\/i18n\/pixel\/events\.js(?:\?(?:.*&)?sdkid=(\w+))?/,
    call: /ttq\.load\(\s*["'](\w{6,40})/,
  },
  { name: 'HubSpot', address: /^js(?:-[a-z]{2}\d)?\.hs-(?:scripts\.com\/(\d+)\.js|analytics\.net\/)/ },
  {
    name: 'Segment',
    address: /^cdn\.segment\.com\/analytics\.js\/v1\/(\w+)\//,
    call: /analytics\._writeKey\s*=\s*["'](\w{6,60})/,
  },
  { name: 'Mixpanel', address: /^cdn\.mxpnl\.com\/libs\/mixpanel/, call: /mixpanel\.init\(\s*["'](\w{6,60})/ },
  {
    name: 'PostHog',
    address: /^[\w-]+\.i\.posthog\.com\/static\/array\.js/,
    call: /posthog\.init\(\s*["'](phc_\w{6,80})/,
  },
  {
    name: 'Amplitude',
    address: /^cdn\.(?:eu\.)?amplitude\.com\/(?:script\/(\w+)\.js|libs\/)/,
    call: /amplitude\.(?:getInstance\(\)\.)?init\(\s*["'](\w{6,60})/,
  },
  {
    name: 'Heap',
    address: /^cdn\.(?:heapanalytics\.com\/js\/heap-(\d+)\.js|(?:us|eu)\.heap-api\.com\/config\/(\d+)\/)/,
    call: /heap\.load\(\s*["'](\d{3,15})/,
  },
  {
    name: 'Yandex Metrica',
    address: /^mc\.(?:yandex\.(?:ru|com)|webvisor\.org)\/(?:metrika\/tag(?:_ww)?\.js|metrika\/watch\.js|watch\/(\d+))/,
    call: /\bym\(\s*(\d{3,12})\s*,\s*["']init["']/,
  },
  { name: 'Baidu Tongji', address: /^hm\.baidu\.com\/hm\.js\?(\w+)/, call: /hm\.baidu\.com\/hm\.js\?(\w{8,40})/ },
  { name: 'etracker', address: /^(?:static|code)\.etracker\.com\/code\/e\.js/, attribute: ['data-secure-code', any] },
  {
    name: 'Piano Analytics',
    address: /^tag\.aticdn\.net\/(?:(\d+)\/smarttag|piano-analytics|js\/smarttag)[\w.-]*\.js/,
    call: /(?:aticdn\.net\/piano-analytics\.js|pa\.setConfigurations)[\s\S]{0,300}?\bsite["']?\s*:\s*["']?(\d{3,12})/,
  },
  {
    name: 'Adobe Analytics',
    address: /(?:^(?:[\w-]+\.)+(?:2o7|omtrdc)\.net\/(?:b\/ss\/([\w,-]+))?|\/AppMeasurement(?:\.min)?\.js|\/s_code\.js)/,
    call: /\bs_account\s*=\s*["']([\w,-]{3,60})/,
  },
  {
    name: 'Microsoft Advertising',
    address: /^bat\.bing\.com\/(?:bat\.js|action\/0\?(?:.*&)?ti=(\d+))/,
    call: /\{\s*ti\s*:\s*["'](\d{5,12})/,
  },
  {
    name: 'Pinterest Tag',
    address: /^(?:s\.pinimg\.com\/ct\/core\.js|ct\.pinterest\.com\/v3\/\?(?:.*&)?tid=(\d+))/,
    call: /pintrk\(\s*["']load["']\s*,\s*["'](\d{5,20})/,
  },
  {
    name: 'X Pixel',
    address: /^static\.ads-twitter\.com\/uwt\.js/,
    call: /twq\(\s*["'](?:config|init)["']\s*,\s*["'](\w{3,20})/,
  },
  {
    name: 'Snap Pixel',
    address: /^sc-static\.net\/scevent\.min\.js/,
    call: /snaptr\(\s*["']init["']\s*,\s*["']([\w-]{6,40})/,
  },
  {
    name: 'Reddit Pixel',
    address: /^www\.redditstatic\.com\/ads\/pixel\.js/,
    call: /rdt\(\s*["']init["']\s*,\s*["'](\w{4,30})/,
  },
  { name: 'Vercel Analytics', address: /\/_vercel\/insights\/script\.js/ },
  {
    name: 'Statcounter',
    address: /^(?:(?:www|secure)\.statcounter\.com\/counter\/counter(?:_xhtml)?\.js|c\.statcounter\.com\/(\d+)\/)/,
    call: /\bsc_project\s*=\s*["']?(\d{3,12})/,
  },
  { name: 'FullStory', address: /^edge\.fullstory\.com\/s\/fs\.js/, call: /_fs_org["']\s*\]\s*=\s*["']([\w-]{3,20})/ },
  {
    name: 'Jetpack Stats',
    address: /^stats\.wp\.com\/(?:e-\d+|w)\.js/,
    call: /_stq\.push\(\s*\[\s*["']view["'][\s\S]{0,40}?\bblog\\?["']?\s*:\s*\\?["']?(\d{1,12})/,
  },
];

const managers: readonly Omit<TrackerRow, 'is'>[] = [
  {
    name: 'Google Tag Manager',
    address: /[?&]id=(GTM-\w+)/,
    // Every form of the loader pushes `gtm.start`, even if the container's id is elsewhere in the page.
    call: /["'`](GTM-\w{4,12})\\?["'`]|\bgtm\.start\b/,
  },
  // The same tag manager, served by Stape from the site's own domain.
  { name: 'Google Tag Manager', address: /^[\w.-]+\/\w+\.js\?st=(\w+)$/, call: /\.js\?st=["']\s*\+/ },
  { name: 'Commanders Act', address: /^cdn\.tagcommander\.com\/(\d+)\// },
  {
    name: 'Matomo Tag Manager',
    address: /(?:\/js|^cdn\.matomo\.cloud\/[\w.-]+)\/container_(\w+)\.js/,
    call: /(?:\/js|cdn\.matomo\.cloud\/[\w.-]{1,80})\/container_(\w{4,12})\.js/,
  },
  { name: 'Shopify pixels', call: /\bwebPixelsConfigList\b/, apart: true },
  { name: 'Adobe Tags', address: /^assets\.adobedtm\.com\/(?:.*\/)?(?:launch-(\w+)|satelliteLib-(\w+))/ },
  {
    name: 'Tealium',
    address: /^tags\.tiqcdn\.(?:com|cn)\/utag\/([\w.-]+\/[\w.-]+)\//,
    call: /tags\.tiqcdn\.com\/utag\/([\w.-]{1,40}\/[\w.-]{1,40})\//,
  },
  {
    name: 'Piwik PRO',
    address: /^[\w-]+\.(?:containers\.)?piwik\.pro\/([\da-f-]{36})\.js/,
    call: /\/\/[\w-]{1,60}\.(?:containers\.)?piwik\.pro\/["']/,
  },
  { name: 'Cloudflare Zaraz', address: /\/cdn-cgi\/zaraz\/(?:i|s)\.js/, call: /(?:\/cdn-cgi\/zaraz\/|\bzarazData\b)/ },
];

const consents: readonly Omit<TrackerRow, 'is'>[] = [
  { name: 'Cookiebot', address: /^consent\.cookiebot\.(?:com|eu)\/uc\.js/, attribute: ['data-cbid', any] },
  {
    name: 'OneTrust',
    address: /^(?:cookie-)?cdn(?:-ukwest)?\.(?:cookielaw\.org|onetrust\.com|cookiepro\.com)\//,
    attribute: ['data-domain-script', any],
  },
  {
    name: 'Usercentrics',
    address: /^(?:app|web\.cmp|privacy-proxy)\.usercentrics\.eu\//,
    attribute: ['data-settings-id', any],
  },
  { name: 'CookieYes', address: /^cdn-cookieyes\.com\/client_data\/(\w+)|\/cookie-law-info[/-]/ },
  { name: 'iubenda', address: /^(?:cdn|cs|embeds)\.iubenda\.com\/(?:cs|autoblocking|sync|widgets)\// },
  {
    name: 'Didomi',
    address: /^sdk\.privacy-center\.org\/([\da-f-]{36})\//,
    call: /\/\/sdk\.privacy-center\.org\/(?:([\da-f-]{36})\/)?/,
  },
  { name: 'Osano', address: /^cmp\.osano\.com\/(\w+)\// },
  { name: 'Termly', address: /^app\.termly\.io\/(?:resource-blocker|embed\.min\.js)/ },
  {
    name: 'consentmanager',
    address: /^(?:(?:\w\.)?delivery|cdn)\.consentmanager\.(?:net|mgr\.consensu\.org)\//,
    call: /\bwindow\.cmp_(?:cdid|host)\b/,
  },
  { name: 'TrustArc', address: /^consent\.trustarc\.com\// },
  { name: 'Axeptio', address: /^static\.axept\.io\/sdk/, call: /\/\/static\.axept\.io\/sdk/ },
  { name: 'Complianz', address: /\/plugins\/complianz-gdpr[\w-]*\// },
  { name: 'Borlabs Cookie', address: /\/(?:plugins|cache)\/borlabs-cookie\// },
  { name: 'Klaro', address: /\/klaro(?:-no-[\w-]+)?(?:\.min)?\.js/ },
  {
    name: 'tarteaucitron',
    address: /\/tarteaucitron(?:\.min)?\.js|^(?:\w+\.)?tarteaucitron\.io\/load\.js/,
    call: /\btarteaucitron\.(?:init|user|job)\b/,
  },
  { name: 'Orejime', address: /\/orejime[\w.-]*\.js/ },
  { name: 'Real Cookie Banner', address: /\/plugins\/real-cookie-banner(?:-pro)?\// },
  { name: 'Cookie Notice', address: /\/plugins\/cookie-notice\// },
  { name: 'GDPR Cookie Compliance', address: /\/plugins\/gdpr-cookie-compliance\// },
  { name: 'Cookie Consent', address: /[/_]cookieconsent(?:@[\w.]+\/)?[\w./-]*\.js/ },
  { name: 'CookieFirst', address: /^consent\.cookiefirst\.com\// },
  { name: 'Cookie-Script', address: /^[\w-]+\.cookie-script\.com\/s\// },
  { name: 'CookieHub', address: /^(?:cdn\.)?cookiehub\.(?:eu|net)\// },
  { name: 'CookieTractor', address: /^cdn\.cookietractor\.com\// },
  { name: 'Cookie Information', address: /^policy\.app\.cookieinformation\.com\// },
  { name: 'CCM19', address: /^(?:cloud\.ccm19\.de|[\w.-]+\/ccm19)\// },
  { name: 'Cookie Control', address: /^cc\.cdn\.civiccomputing\.com\// },
  { name: 'Silktide', address: /\/silktide-consent-manager[\w.-]*\.js/ },
  { name: 'EU Cookie Compliance', address: /\/eu_cookie_compliance\// },
  { name: 'Cookieman', address: /\/cookieman[\w./-]*\.js/ },
  { name: 'Contao Cookiebar', address: /\/contaocookiebar\// },
  { name: 'Cookie Optin', address: /\/sg_cookie_optin\// },
];

/** Every known tracker. */
export const trackerRows: readonly TrackerRow[] = [
  ...counters.map((row) => ({ ...row, is: 'counter' as const })),
  ...managers.map((row) => ({ ...row, is: 'manager' as const })),
  ...consents.map((row) => ({ ...row, is: 'consent' as const })),
];
