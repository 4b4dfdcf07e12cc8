import type { Traits } from '../types.ts';

export const matomo: Traits = {
  name: 'Matomo',
  privacy: [],
  settings: ['exclude_params', 'exclude_ips'],
  sorts: ['id', 'domain'],
  templates: {
    statisticsUrl: '{base_url}/index.php?module=CoreHome&action=index&idSite={id}&period=day&date=today',
    trackingCode: `<script>
  var _paq = window._paq = window._paq || [];
  _paq.push(['trackPageView']);
  _paq.push(['enableLinkTracking']);
  (function() {
    var u = '{base_url}/';
    _paq.push(['setTrackerUrl', u + 'matomo.php']);
    _paq.push(['setSiteId', '{id}']);
    var d = document, g = d.createElement('script'), s = d.getElementsByTagName('script')[0];
    g.async = true; g.src = u + 'matomo.js'; s.parentNode.insertBefore(g, s);
  })();
</script>`,
    accountUrl: '{base_url}/index.php?module=UsersManager&action=userSecurity',
  },
};
