import type { Traits } from '../types.ts';
import { fieldNames } from '../websiteFields.ts';

export const analyticsV1: Traits = {
  privacy: [0, 1, 2],
  settings: fieldNames,
  templates: {
    statisticsUrl: '{base_url}/{domain}',
    trackingCode:
      '<script data-host="{base_url}" data-dnt="false" src="{base_url}/js/script.js" id="ZwSg9rf6GA" async defer></script>',
    accountUrl: '{base_url}/account/api',
  },
};
