import type { Traits } from '../types.ts';

export const analyticsV1: Traits = {
  privacy: [0, 1, 2],
  settings: ['email', 'exclude_bots', 'exclude_params', 'exclude_ips'],
  sorts: ['id', 'domain'],
  templates: {
    statisticsUrl: '{base_url}/{domain}',
    trackingCode:
      '<script data-host="{base_url}" data-dnt="false" src="{base_url}/js/script.js" id="ZwSg9rf6GA" async defer></script>',
    accountUrl: '{base_url}/account/api',
  },
};
