import { describe, expect, test } from 'vitest';
import { traitsOf } from '@/lib/services/traits.ts';
import { detect, snippetAround } from '@/lib/tracking/detect.ts';
import { type PageFacts, parseFacts, type ScriptFact } from '@/lib/tracking/facts.ts';
import type { Detection, Finding } from '@/lib/tracking/finding.ts';
import { type Registered, trackingStatus } from '@/lib/tracking/status.ts';

const template = traitsOf().templates.trackingCode;
const baseUrl = 'https://stats.example.net';
const [host, respects] = [
  ['data-host', baseUrl],
  ['data-dnt', 'false'],
] as const;
const plain = { type: '', text: '', place: 'page', nomodule: false } as const;
const script: ScriptFact = { ...plain, src: `${baseUrl}/js/script.js`, id: 'ZwSg9rf6GA', data: [host, respects] };
const facts: PageFacts = { page: 'https://shop.example.com', doNotTrack: false, scripts: [script], refused: [] };

describe('what cannot be seen on a plain page', () => {
  const at = (host: string) => ({ ...script, data: [['data-host', host] as const] });
  const dnt = { ...script, data: [host, ['data-dnt', 'true'] as const] };
  const [cdn, loopback] = ['http://cdn.example.org/js/script.js', 'http://127.0.0.1:81'];
  const here = { ...at(loopback), src: `${loopback}/js/script.js` };
  const loaded = (load: ScriptFact['load'], type = '') => ({ scripts: [{ ...script, load, type }] as ScriptFact[] });
  test.each<[name: string, Partial<PageFacts>, said: string, base?: string]>([
    ['the code on an https page', {}, 'yes'],
    ['its script over http on an https page', { scripts: [{ ...script, src: cdn }] }, 'unsure mixed'],
    ['http service on an https page', { scripts: [at('http://stats.example.net')] }, 'unsure scheme mixed'],
    ['a loopback service on an https page', { scripts: [here] }, 'yes', loopback],
    ['a page of no origin', { page: 'null' }, 'yes'],
    ['do-not-track in the tag and the browser', { scripts: [dnt], doNotTrack: true }, 'yes dnt'],
    ['do-not-track in the browser only', { doNotTrack: true }, 'yes'],
    ['do-not-track in the tag only', { scripts: [dnt] }, 'yes'],
    ['do-not-track in one of two tags', { scripts: [dnt, script], doNotTrack: true }, 'yes twice'],
    ['its script refused by the policy', { refused: [script.src] }, 'no csp'],
    ['its hits refused by the policy', { refused: [`${baseUrl}/api/event`] }, 'no csp'],
    ['other hits refused by the policy', { refused: ['https://ads.example.org/api/event'] }, 'yes'],
    ['its script was refused', loaded('failed'), 'no failed'],
    ['its script was not loaded', loaded('missing'), 'unsure missing'],
    ['its script was loaded by another one', loaded('missing', 'text/partytown-x'), 'yes'],
    ['still loading, code there', { partial: 'loading' }, 'yes'],
    ['still loading, no code yet', { partial: 'loading', scripts: [] }, 'unsure loading'],
    ['an address that is none', {}, 'unsure', 'stats'],
  ])('%s', (_name, part, said, base = baseUrl) => {
    const seen = detect({ ...facts, ...part }, { baseUrl: base, template });
    expect([seen.found, ...seen.findings.map(({ kind }) => kind)].join(' ')).toBe(said);
  });

  test('what is said of tags is bounded', () => {
    const scripts = Array.from({ length: 500 }, (_, i) => at(`https://a${i}.example`));
    expect(detect({ ...facts, scripts }, { baseUrl, template }).findings.length).toBeLessThanOrEqual(20);
  });
});

describe('what a page gives is checked and cut', () => {
  const page = 'http://a.example';
  const scripts = [1, null, { place: 'moon' }];
  const odd = { page, partial: 'x', doNotTrack: 'yes', scripts, refused: [1, 'http://b.example'] };
  const least: PageFacts = { page, doNotTrack: false, scripts: [], pieces: [], refused: [] };
  test.each<[string, unknown, PageFacts | undefined]>([
    ['nothing', undefined, undefined],
    ['null, as for a PDF', null, undefined],
    ['a text', 'page', undefined],
    ['a list', [], undefined],
    ['without scripts', { page }, undefined],
    ['of a page that is no text', { page: 1, scripts: [] }, undefined],
    ['the least', { page, scripts: [] }, least],
    ['of other types', odd, { ...least, refused: ['http://b.example'] }],
  ])('%s', (_name, value, expected) => {
    expect(parseFacts(value)).toEqual(expected);
  });

  const look = (more: object) => parseFacts({ page, scripts: [], ...more });

  test.each(['loading', 'many', 'frames'])('seen in part: %s', (partial) => {
    expect(look({ partial })).toMatchObject({ partial });
  });

  test('a browser that asks not to be tracked', () => {
    expect(look({ doNotTrack: true })).toMatchObject({ doNotTrack: true });
  });

  test('500 scripts are not too many', () => {
    expect(look({ scripts: Array.from({ length: 500 }, () => script) })).not.toHaveProperty('partial');
  });

  test.each([
    ['missing', 'missing'],
    ['failed', 'failed'],
    ['x', undefined],
    [undefined, undefined],
  ])('a script that is %s', (load, expected) => {
    expect(look({ scripts: [{ place: 'page', load }] })?.scripts[0]?.load).toBe(expected);
  });

  test('attributes of two texts', () => {
    const data = [['data-a', '1'], [2, '2'], ['data-c', 3], ['data-d'], 'data-e', ['data-f', '6']];
    expect(look({ scripts: [{ place: 'page', data }] })?.scripts[0]?.data).toEqual([
      ['data-a', '1'],
      ['data-f', '6'],
    ]);
  });

  test('to 500 scripts, 200 characters a field, 20 attributes', () => {
    const long = 'x'.repeat(300);
    const data = Array(30).fill([long, long]);
    const one = { src: long, id: long, type: long, text: long, place: 'page', data };
    const read = parseFacts({ page: long, scripts: Array(600).fill(one), refused: Array(60).fill(long) });
    expect(read).toMatchObject({ partial: 'many', page: long.slice(0, 200) });
    expect([read?.scripts.length, read?.refused.length, read?.scripts[0]?.data.length]).toEqual([500, 50, 20]);
    const texts = Object.values(read?.scripts[0] ?? {}).flat(2);
    expect(new Set(texts.map((value) => String(value).length))).toEqual(new Set([200, 4, 5]));
  });
});

describe('the status', () => {
  const seen = (found: Detection['found']): Detection => ({ found, findings: [{ kind: 'loading' }] });
  const findings: Finding[] = [{ kind: 'loading' }];
  test.each<[Registered, string, string, string, said?: Finding]>([
    ['yes', 'tracking', 'missing', 'unsure'],
    ['no', 'losing', 'absent', 'unsure'],
    ['related', 'unsure', 'absent', 'unsure', { kind: 'related', about: 'example.com' }],
    ['unknown', 'found', 'absent', 'unsure'],
  ])('registered %s: with code %s, without %s, perhaps %s', (registered, yes, no, unsure, said) => {
    const status = (found: Detection['found']) => trackingStatus(seen(found), registered, 'example.com');
    expect(status('yes')).toEqual({ state: yes, findings: [...(said ? [said] : []), ...findings] });
    expect(status('no')).toEqual({ state: no, findings });
    expect(status('unsure')).toEqual({ state: unsure, findings });
    expect(trackingStatus(undefined, registered)).toEqual({ state: 'unseen', findings: [] });
  });

  test.each<[Registered, Detection['found'], string, said?: Finding]>([
    ['yes', 'no', 'unsure', { kind: 'consent', about: 'OneTrust' }],
    ['yes', 'yes', 'tracking'],
    ['no', 'no', 'absent'],
  ])('beside a consent tool, registered %s, with code %s: %s', (registered, found, state, said) => {
    const status = trackingStatus(seen(found), registered, undefined, [{ name: 'OneTrust', is: 'consent', ids: [] }]);
    expect(status).toEqual({ state, findings: [...(said ? [said] : []), ...findings] });
  });
});

describe('the piece of an inline script that is compared', () => {
  const [before, after] = ['b'.repeat(100), 'a'.repeat(300)];
  test.each([
    ['white space', '\n  a( 1,\t\t 2 )\r\n', 'a( 1, 2 )'],
    ['around the service', `${before}HERE${after}`, `${'b'.repeat(80)}HERE${'a'.repeat(116)}`],
    ['the service at its beginning', `b\nHERE${after}`, `b HERE${'a'.repeat(194)}`],
    ['no service', before + after, before + 'a'.repeat(100)],
  ])('%s', (_name, text, expected) => {
    expect(snippetAround(text, 'HERE')).toBe(expected);
  });
});
