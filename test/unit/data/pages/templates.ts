import { casesWith, stats } from './page.ts';

const fixed = '<script defer data-site="{id}" src="https://cdn.example.org/track.js"></script>';
const api = '<script data-api="{base_url}/api/hit" data-domain="{domain}" src="{base_url}/t/{id}.js" defer></script>';
const inline =
  '<script>window.track={to:"{base_url}"};(function(d){var s=d.createElement("script");s.src="{base_url}/t.js";d.head.append(s)})(document)</script>';

/** Other templates than the default. */
export const templates = [
  ...casesWith({ template: fixed })({
    yes: {
      'script at an address of its own':
        '<script defer data-site="17" src="https://cdn.example.org/track.js"></script>',
    },
    no: {
      'script at an address of its own, another file there':
        '<script defer src="https://cdn.example.org/tracker.js"></script>',
    },
  }),
  ...casesWith({ template: api })({
    yes: {
      'the service named by another attribute': `<script data-api="${stats}/api/hit" data-domain="shop.example.com" src="/s.js"></script>`,
      'the id in the script’s address': `<script src="${stats}/t/17.js" defer></script>`,
    },
    'no other: https://numbers.example.org': {
      'another service named by another attribute':
        '<script data-api="https://numbers.example.org/api/hit" data-domain="shop.example.com" src="/s.js"></script>',
    },
    'no site: other.example.com': {
      'counts for another site': `<script data-api="${stats}/api/hit" data-domain="other.example.com" src="/s.js"></script>`,
    },
  }),
  ...casesWith({ template: inline })({
    yes: { 'an inline script': inline.replaceAll('{base_url}', stats) },
    no: { 'an inline script for another service': inline.replaceAll('{base_url}', 'https://numbers.example.org') },
  }),
  ...casesWith({ template: ' ' })({
    yes: { 'an empty template': `<script data-host="${stats}" src="/x.js"></script>` },
  }),
];
