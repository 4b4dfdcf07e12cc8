import type { Traits } from '../types.ts';
import { umami } from '../umami/traits.ts';

/** Umami's cloud. Its pages and its script are not at the address of its API. */
export const umamiCloud: Traits = {
  ...umami,
  name: 'Umami Cloud',
  basic: true,
  plans: true,
  templates: {
    statisticsUrl: 'https://cloud.umami.is/websites/{id}',
    trackingCode: '<script defer src="https://cloud.umami.is/script.js" data-website-id="{id}"></script>',
    accountUrl: 'https://cloud.umami.is/settings',
  },
};
