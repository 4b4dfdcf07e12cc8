import { casesOf, stats } from './page.ts';

const fixed = '<script defer data-site="{id}" src="https://cdn.example.org/track.js"></script>';
const api = '<script data-api="{base_url}/api/hit" data-domain="{domain}" src="{base_url}/t/{id}.js" defer></script>';
const inline =
  '<script>window.track={to:"{base_url}"};(function(d){var s=d.createElement("script");s.src="{base_url}/t.js";d.head.append(s)})(document)</script>';

/** Other templates than the default. */
export const templates = [
  ...casesOf({ found: 'yes', template: fixed }, [
    [
      'script at an address of its own',
      '<script defer data-site="17" src="https://cdn.example.org/track.js"></script>',
    ],
  ]),
  ...casesOf({ found: 'no', template: fixed }, [
    [
      'script at an address of its own, another file there',
      '<script defer src="https://cdn.example.org/tracker.js"></script>',
    ],
  ]),
  ...casesOf({ found: 'yes', template: api }, [
    [
      'the service named by another attribute',
      `<script data-api="${stats}/api/hit" data-domain="shop.example.com" src="/s.js"></script>`,
    ],
    ['the id in the script’s address', `<script src="${stats}/t/17.js" defer></script>`],
  ]),
  ...casesOf({ found: 'no', template: api }, [
    [
      'another service named by another attribute',
      '<script data-api="https://numbers.example.org/api/hit" data-domain="shop.example.com" src="/s.js"></script>',
      'other: https://numbers.example.org',
    ],
    [
      'counts for another site',
      `<script data-api="${stats}/api/hit" data-domain="other.example.com" src="/s.js"></script>`,
      'site: other.example.com',
    ],
  ]),
  ...casesOf({ found: 'yes', template: inline }, [['an inline script', inline.replaceAll('{base_url}', stats)]]),
  ...casesOf({ found: 'no', template: inline }, [
    ['an inline script for another service', inline.replaceAll('{base_url}', 'https://numbers.example.org')],
  ]),
  ...casesOf({ found: 'yes', template: ' ' }, [
    ['an empty template', `<script data-host="${stats}" src="/x.js"></script>`],
  ]),
];
