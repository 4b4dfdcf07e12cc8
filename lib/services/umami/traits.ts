import type { Traits } from '../types.ts';

export const umami: Traits = {
  name: 'Umami',
  privacy: [0, 1],
  settings: [],
  ownIds: true,
  doubles: true,
  shareLinks: true,
  hits: true,
  teams: true,
  ownVisits: { place: 'localStorage', name: 'umami.disabled' },
  templates: {
    statisticsUrl: '{base_url}/websites/{id}',
    trackingCode: '<script defer src="{base_url}/script.js" data-website-id="{id}"></script>',
    accountUrl: '{base_url}/settings/api-keys',
  },
};
