import { type PageCase, page, stats } from './page.ts';

const fixed = '<script defer data-site="{id}" src="https://cdn.example.org/track.js"></script>';
const api = '<script data-api="{base_url}/api/hit" data-domain="{domain}" src="{base_url}/t/{id}.js" defer></script>';
const inline =
  '<script>window.track={to:"{base_url}"};(function(d){var s=d.createElement("script");s.src="{base_url}/t.js";d.head.append(s)})(document)</script>';

/** Other templates than the default. */
export const templates: PageCase[] = [
  {
    name: 'script at an address of its own',
    template: fixed,
    html: page('<script defer data-site="17" src="https://cdn.example.org/track.js"></script>'),
    found: 'yes',
  },
  {
    name: 'script at an address of its own, another file there',
    template: fixed,
    html: page('<script defer src="https://cdn.example.org/tracker.js"></script>'),
    found: 'no',
  },
  {
    name: 'the service named by another attribute',
    template: api,
    html: page(`<script data-api="${stats}/api/hit" data-domain="shop.example.com" src="/s.js"></script>`),
    found: 'yes',
  },
  {
    name: 'another service named by another attribute',
    template: api,
    html: page(
      '<script data-api="https://numbers.example.org/api/hit" data-domain="shop.example.com" src="/s.js"></script>',
    ),
    found: 'no',
    says: ['other: https://numbers.example.org'],
  },
  {
    name: 'counts for another site',
    template: api,
    html: page(`<script data-api="${stats}/api/hit" data-domain="other.example.com" src="/s.js"></script>`),
    found: 'no',
    says: ['site: other.example.com'],
  },
  {
    name: 'the id in the script’s address',
    template: api,
    html: page(`<script src="${stats}/t/17.js" defer></script>`),
    found: 'yes',
  },
  { name: 'an inline script', template: inline, html: page(inline.replaceAll('{base_url}', stats)), found: 'yes' },
  {
    name: 'an inline script for another service',
    template: inline,
    html: page(inline.replaceAll('{base_url}', 'https://numbers.example.org')),
    found: 'no',
  },
  {
    name: 'an empty template',
    template: ' ',
    html: page(`<script data-host="${stats}" src="/x.js"></script>`),
    found: 'yes',
  },
];
