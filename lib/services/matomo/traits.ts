import type { Traits } from '../types.ts';

export const matomo: Traits = {
  name: 'Matomo',
  privacy: [],
  settings: ['exclude_params', 'exclude_ips'],
  basic: true,
  unpaged: true,
  doubles: true,
  hits: true,
  // The cookie with which the tracker itself notes that a visitor has opted out.
  ownVisits: { place: 'cookie', name: 'mtm_consent_removed' },
  ownPages: /piwik\.token_auth/,
  templates: {
    statisticsUrl: '{base_url}/index.php?module=CoreHome&action=index&idSite={id}&period=day&date=today',
    trackingCode: `<script>
var _paq = window._paq = window._paq || [];
_paq.push(['trackPageView'], ['enableLinkTracking'], ['setTrackerUrl', '{base_url}/matomo.php'], ['setSiteId', '{id}']);
</script>
<script async src="{base_url}/matomo.js"></script>`,
    accountUrl: '{base_url}/index.php?module=UsersManager&action=userSecurity',
  },
};
