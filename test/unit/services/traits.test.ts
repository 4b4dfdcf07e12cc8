import { describe, expect, test } from 'vitest';
import { templateProblem } from '@/lib/connections/urlTemplates.ts';
import { fitted, type Kind, lacking, traits } from '@/lib/services/traits.ts';
import { buildForms } from '@/lib/tracking/build.ts';

const all = { privacy: 2, password: 'x', email: 1, exclude_bots: 0, exclude_ips: ['192.0.2.1'] } as const;
const kinds = Object.keys(traits) as Kind[];

describe('what a kind does not have', () => {
  const rows: [kind: Kind, lacks: string[], fit: object][] = [
    ['analyticsV1', [], all],
    ['umami', ['privacy', 'password', 'email', 'exclude_bots', 'exclude_ips'], { privacy: 1 }],
    ['matomo', ['privacy', 'password', 'email', 'exclude_bots'], { exclude_ips: ['192.0.2.1'] }],
  ];
  test.each(rows)('%s', (kind, lacks, fit) => {
    expect(lacking(kind, all).sort()).toEqual([...lacks].sort());
    expect(fitted(kind, all)).toEqual(fit);
  });
  test('of what is not there nothing is missed', () => {
    for (const kind of kinds) expect([lacking(kind, {}), fitted(kind, {})]).toEqual([[], {}]);
    expect(fitted(undefined, all)).toEqual(all);
  });
});

describe.each(kinds)('the templates of %s', (kind) => {
  const { templates } = traits[kind];
  test('would pass as a person’s own', () => {
    for (const name of ['statisticsUrl', 'trackingCode', 'accountUrl'] as const)
      expect([name, templateProblem(name, templates[name])]).toEqual([name, undefined]);
  });
  test('the code can be had in every form', () => {
    const values = { base_url: 'https://stats.example', domain: 'shop.example', id: '69' };
    const forms = buildForms(templates.trackingCode, values);
    expect(Object.values(forms ?? {}).filter(Boolean)).toHaveLength(5);
    expect(Object.values(forms ?? {}).join('')).not.toMatch(/\{(base_url|id|domain)\}/);
  });
});
