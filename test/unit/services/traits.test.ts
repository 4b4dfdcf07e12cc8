import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { templateProblem } from '@/lib/connections/urlTemplates.ts';
import { fitted, type Kind, lacking, traits, traitsOf } from '@/lib/services/traits.ts';
import type { Privacy, Traits } from '@/lib/services/types.ts';
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

describe('the guide’s table says what each kind can do', () => {
  const lines = readFileSync(new URL('../../../assets/guide/services.md', import.meta.url), 'utf8').split('\n');
  const cellsOf = (line = '') => line.split(/ *\| */).slice(1, -1);
  const at = lines.findIndex((line) => cellsOf(line)[1] === 'the interface');
  const columns = cellsOf(lines[at]);
  const yes = (has: boolean) => (has ? 'yes' : 'no');
  const facts: Record<string, (of: Traits) => unknown> = {
    'Who may see the statistics': ({ privacy }) => {
      const modes = ['public', 'private', 'with a password'].filter((_, mode) => privacy.includes(mode as Privacy));
      return expect.stringMatching(modes.length ? new RegExp(`^${modes.join('[^,]*, ')}$`) : /^set in /);
    },
    'E-mail reports, bots': ({ settings }) => yes(settings.includes('email') && settings.includes('exclude_bots')),
    'Excluded IP addresses, parameters': ({ settings }) =>
      yes(settings.includes('exclude_ips') && settings.includes('exclude_params')),
    'A create whose answer was lost': ({ ownIds }) =>
      expect.stringContaining(ownIds ? 'sent again under its id' : 'sent again by a press'),
    'Tracking code: copy, recognise': ({ templates }) =>
      templates.trackingCode.includes('{id}') ? "yes, with the site's id" : 'yes',
  };
  test.each(Object.keys(facts))('%s', (name) => {
    const cells = cellsOf(lines.slice(at).find((line) => cellsOf(line)[0] === name));
    for (const kind of kinds) {
      const column = columns.findIndex((cell) => cell.includes(traitsOf(kind).name ?? 'the interface'));
      expect([kind, cells[column]]).toEqual([kind, facts[name]?.(traits[kind])]);
    }
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
