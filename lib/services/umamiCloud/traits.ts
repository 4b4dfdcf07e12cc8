import type { Traits } from '../types.ts';
import { umami } from '../umami/traits.ts';

const { bearer: _, ...ofServer } = umami;

/** The interface, the pages and the script have different addresses. */
export const umamiCloud: Traits = {
  ...ofServer,
  name: 'Umami Cloud',
  plans: true,
  templates: {
    statisticsUrl: 'https://cloud.umami.is/websites/{id}',
    trackingCode: '<script defer src="https://cloud.umami.is/script.js" data-website-id="{id}"></script>',
    accountUrl: 'https://cloud.umami.is/settings',
  },
};
