import { describe, expect, test } from 'vitest';
import { placeholders, type TemplateName, templateProblem } from '@/lib/connections/urlTemplates.ts';
import { traitsOf } from '@/lib/services/traits.ts';

const rows: [name: TemplateName, text: string, problem: object | undefined][] = [
  ['statisticsUrl', '{base_url}/{domain}', undefined],
  ['statisticsUrl', 'https://stats.example/site/{id}?d={domain}', undefined],
  ['statisticsUrl', '{base_url}', undefined],
  ['statisticsUrl', '', { reason: 'empty' }],
  ['statisticsUrl', '  ', { reason: 'empty' }],
  ['statisticsUrl', '{base_url}/{name}', { reason: 'placeholder', name: '{name}' }],
  ['statisticsUrl', 'http://stats.example/{domain}', { reason: 'address' }],
  ['statisticsUrl', 'stats.example/{domain}', { reason: 'address' }],
  ['statisticsUrl', '{domain}', { reason: 'address' }],
  ['statisticsUrl', 'javascript:alert(1)//{base_url}', { reason: 'address' }],
  ['statisticsUrl', 'https://', { reason: 'address' }],
  ['statisticsUrl', '{base_url}?site={domain}', undefined],
  ['statisticsUrl', '{base_url}.evil.example/{domain}', { reason: 'address' }],
  ['statisticsUrl', '{base_url}@evil.example/{domain}', { reason: 'address' }],
  ['statisticsUrl', '{base_url}:pw@evil.example/{domain}', { reason: 'address' }],
  ['statisticsUrl', '{base_url}:80@evil.example/{domain}', { reason: 'address' }],
  ['statisticsUrl', '{base_url}{domain}.evil.example/', { reason: 'address' }],
  ['statisticsUrl', '{base_url};@evil.example/{domain}', { reason: 'address' }],
  ['statisticsUrl', '{base_url}\n.evil.example/{domain}', { reason: 'address' }],
  ['statisticsUrl', '{base_url}:3000/{domain}', undefined],
  ['statisticsUrl', 'https://stats.example/?of={base_url}&site={domain}', undefined],
  ['statisticsUrl', '{base_url}/\u202e{domain}', { reason: 'address' }],
  ['accountUrl', '{base_url}-login.example', { reason: 'address' }],
  ['accountUrl', '{base_url}/account/api', undefined],
  ['accountUrl', '{base_url}/{domain}', { reason: 'placeholder', name: '{domain}' }],
  ['trackingCode', '<script src="{base_url}/js/script.js"></script>', undefined],
  ['trackingCode', '<script src="https://cdn.example/s.js" data-site="{id}"></script>', undefined],
  ['trackingCode', '<script>function f() { return {} }</script><script src="{base_url}/s.js"></script>', undefined],
  ['trackingCode', '<script src="http://cdn.example/s.js"></script>', { reason: 'code' }],
  ['trackingCode', '<script src="//cdn.example/s.js"></script>', { reason: 'code' }],
  ['trackingCode', '<script src="{base_url}.evil.example/s.js"></script>', { reason: 'code' }],
  ['trackingCode', '<script src="{base_url}{id}.evil.example/s.js"></script>', { reason: 'code' }],
  ['trackingCode', '<script src="{base_url}&#46;evil.example/s.js"></script>', { reason: 'code' }],
  ['trackingCode', '<script src="{base_url}~@evil.example/s.js"></script>', { reason: 'code' }],
  [
    'trackingCode',
    "<script src='{base_url}'></script><i data-of='[&quot;{base_url}&quot;]'></i> {base_url}",
    undefined,
  ],
  ['trackingCode', '<link rel="preconnect" href={base_url}>', undefined],
  ['trackingCode', '<script src="{base_url}:3000/s.js"></script><!-- ‹5 ‰› -->', undefined],
  ['trackingCode', '<script src="{base_url}/s.js"></script><!-- \u2066 -->', { reason: 'code' }],
  ['trackingCode', '<script src="{baseurl}/s.js"></script>', { reason: 'placeholder', name: '{baseurl}' }],
];

describe('a template', () => {
  test.each(rows)('%s: %s', (name, text, problem) => expect(templateProblem(name, text)).toEqual(problem));

  test.each(Object.keys(placeholders) as TemplateName[])('the usual one is fine: %s', (name) =>
    expect(templateProblem(name, traitsOf().templates[name])).toBeUndefined(),
  );
});
