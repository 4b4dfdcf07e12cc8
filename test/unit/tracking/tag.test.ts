import { describe, expect, test } from 'vitest';
import { blockedBy, isRunnable } from '@/lib/tracking/blocked.ts';
import type { ScriptFact } from '@/lib/tracking/facts.ts';
import { fingerprintOf } from '@/lib/tracking/fingerprint.ts';
import { type Subject, tagOf } from '@/lib/tracking/tag.ts';

const base = 'https://stats.example.net';
const usual = '<script data-host="{base_url}" data-dnt="false" src="{base_url}/js/script.js" id="ZwSg9rf6GA"></script>';
const id = 'ZwSg9rf6GA';
const empty: ScriptFact = { src: '', id: '', type: '', data: [], text: '', place: 'page', nomodule: false };

interface Given {
  template?: string;
  at?: string;
  page?: string | undefined;
  site?: Subject['site'];
  inline?: string;
}

const subjectOf = (template: string, at: string, page: string | undefined) => ({
  serviceUrl: new URL(at),
  fingerprint: fingerprintOf(template),
  page: page === undefined ? undefined : new URL(page),
  refused: [],
});

/** What a script is taken for, as `by relation service`; `-` where it is none of ours. */
function tagged(script: Partial<ScriptFact>, given: Given = {}): string {
  const { template = usual, at = base, page = 'https://shop.example.com', site = {}, inline } = given;
  const seen = 'page' in given ? given.page : page;
  const tag = tagOf(
    { ...empty, ...script },
    { ...subjectOf(template, at, seen), site, ...(inline === undefined ? {} : { inline }) },
  );
  return tag ? [tag.by, tag.relation, tag.service].join(' ').trim() : '-';
}

const host = (value: string) => ({ data: [['data-host', value] as const] });
const far = 'https://other.example';
const src = `${base}/js/script.js`;
const http = 'http://stats.example.net';
const cdn = 'https://cdn.example/a.js';
const nameless = { template: '<script src="{base_url}/collect"></script>' };
const otherwise = { template: '<script data-api="{base_url}/api" src="{base_url}/js/script.js"></script>' };
const single = { template: '<script data-host="{base_url}" src="{base_url}/js/script.js"></script>' };
const fixed = { template: `<script data-site="{domain}" src="${cdn}"></script>` };
const both = { data: [...host(far).data, ['data-dnt', ''] as const] };

describe('what a script of a page is', () => {
  test.each<[name: string, script: Partial<ScriptFact>, expected: string, given?: Given]>([
    ['the service, named', host(base), `data-host same ${base}`],
    ['the same over http', host('http://stats.example.net'), 'data-host scheme http://stats.example.net'],
    ['the same with www.', host('https://www.stats.example.net'), 'data-host www https://www.stats.example.net'],
    ['both', host('http://www.stats.example.net'), 'data-host scheme-www http://www.stats.example.net'],
    ['another service, unmarked', host(far), '-'],
    ['another service, by its id', { ...host(far), id }, `data-host other ${far}`],
    ['another service, by its script', { ...host(far), src: `${far}/js/script.js` }, `data-host other ${far}`],
    ['another service, by all its attributes', both, `data-host other ${far}`],
    ['not where the template has but one attribute', host(far), '-', single],
    ['no address, by its id', { ...host('x/https://a.example'), id }, 'data-host broken x/https://a.example'],
    ['a script of the service', { src }, `script same ${base}`],
    ['on the service\u2019s own page too', { src }, `script same ${base}`, { page: base }],
    ['on a page that cannot be told', { src }, `script same ${base}`, { page: undefined }],
    ['over http', { src: `${http}/js/script.js` }, `script scheme ${http}`],
    ['over http, there', { src: `${http}/js/script.js` }, `script scheme ${http}`, { page: undefined }],
    ['of another path there', { src }, '-', { at: `${base}/stats` }],
    ['of another host', { src: `${far}/js/script.js` }, '-'],
    ['renamed', { src: `${base}/x/script.min.js` }, `script same ${base}`],
    ['renamed beyond knowing, by its id', { src: `${base}/x/y.js`, id }, `script same ${base}`],
    ['another script of the service', { src: `${base}/x/y.js` }, `script unlike ${base}/x/y.js`],
    ['the same where the template names no file', { src: `${base}/x/y.js` }, `script unlike ${base}/x/y.js`, nameless],
    ['another script on the service\u2019s own page', { src: `${base}/x/y.js` }, '-', { page: base }],
    ['held back, its address elsewhere', { data: [['data-src', src]] }, `script same ${base}`],
    ['held back by a loader', { data: [['data-lazy-src', src]] }, `script same ${base}`],
    ['in an attribute that is none of those', { data: [['xdata-src', src]] }, '-'],
    ['in one for pictures', { data: [['data-srcset', src]] }, '-'],
    ['in one of other signs', { data: [['data-.-src', src]] }, '-'],
    ['one that names another service is none of ours', { ...host(far), src: `${base}/x/y.js` }, '-'],
    ['nor where the template has another attribute', { ...host(far), src: `${base}/x/y.js` }, '-', otherwise],
    ['from a fixed place', { src: cdn }, `attributes same ${base}`, fixed],
    ['by its id alone', { id, src: 'https://cdn.example/b.js' }, 'attributes unknown cdn.example'],
    ['the inline code', { text: 'a()' }, `inline same ${base}`, { inline: 'a()' }],
    ['other inline code', { text: 'b()' }, '-', { inline: 'a()' }],
    ['inline code beside an address', { text: 'a()', src: `${far}/a.js` }, '-', { inline: 'a()' }],
  ])('%s', (_name, script, expected, given) => {
    expect(tagged(script, given)).toBe(expected);
  });

  test.each([
    ['its own service, of another site', base, 'data-host site b.example'],
    ['another service, whatever its site', far, `data-host other ${far}`],
  ])('%s', (_name, service, expected) => {
    const template = '<script data-host="{base_url}" data-domain="{domain}"></script>';
    const data = [...host(service).data, ['data-domain', 'b.example'] as const];
    expect(tagged({ data }, { template, site: { domain: 'a.example' } })).toBe(expected);
  });
});

describe('whether it runs', () => {
  const stopped = (script: Partial<ScriptFact>, refused: string[] = []) =>
    blockedBy({ ...empty, src, ...script }, new URL(base), { page: new URL(far), refused });

  test.each([
    ['', true],
    ['module', true],
    ['text/javascript', true],
    [' text/javascript ', true],
    ['text/javascript; charset=utf-8', false],
    ['application/x-ecmascript', true],
    ['text/jscript', true],
    ['text/javascript1.5', true],
    ['3f2a-text/javascript', true],
    ['3f2a-module', true],
    ['text/partytown-x', true],
    ['text/javascript1.x', false],
    ['xmodule', false],
    ['text/plain', false],
    ['application/json', false],
  ])('a script of type "%s": %s', (type, expected) => {
    expect(isRunnable({ ...empty, type })).toBe(expected);
  });

  test.each<[string, Partial<ScriptFact>, string[], string | undefined]>([
    ['loaded', {}, [], undefined],
    ['never loaded', { load: 'missing', type: 'text/javascript' }, [], 'missing'],
    ['never loaded by the browser, but by a loader', { load: 'missing', type: '3f2a-text/javascript' }, [], undefined],
    ['its hits refused', {}, [`${base}/api/event`], 'csp'],
    ['its hits refused, at an address like a file\u2019s', {}, [`${base}/api.js/event`], 'csp'],
    ['another script of the service refused', {}, [`${base}/js/other.js`], undefined],
    ['another module of the service refused', {}, [`${base}/js/other.mjs`], undefined],
  ])('%s', (_name, script, refused, expected) => {
    expect(stopped(script, refused)).toBe(expected);
  });
});

describe('what its attributes say, to the letter', () => {
  const umami = '<script defer src="{base_url}/script.js" data-website-id="{id}"></script>';
  const website = '94db1cb1-74f4-4a40-ad6c-962362670409';
  const subject = { ...subjectOf(umami, base, 'https://shop.example.com'), site: { id: website } };
  const script = { ...empty, src: `${base}/script.js` };
  const own = ['data-website-id', website] as const;
  const named = (name: string, value: string) => tagOf({ ...script, data: [own, [name, value]] }, subject);
  test.each<[name: string, value: string, tag: object]>([
    ['data-do-not-track', 'true', { dnt: true }],
    ['data-do-not-track', 'TRUE', { dnt: false }],
    ['data-do-not-track', ' true', { dnt: false }],
    ['data-do-not-track', '1', { dnt: false }],
    ['data-auto-track', 'false', { blocked: 'held' }],
    ['data-auto-track', 'False', { blocked: undefined }],
    ['data-domains', 'a.example, shop.example.com ', { relation: 'same' }],
    ['data-domains', 'Shop.example.com', { relation: 'site', service: 'Shop.example.com' }],
    ['data-domains', 'www.shop.example.com', { relation: 'site' }],
    ['data-domains', 'shop.example.com:443', { relation: 'site' }],
    ['data-domains', ' ', { relation: 'site', service: ' ' }],
    ['data-domains', '', { relation: 'same' }],
  ])('%s="%s"', (name, value, tag) => {
    const { dnt, blocked, relation, service } = named(name, value) ?? {};
    expect({ dnt, blocked, relation, service }).toMatchObject(tag);
  });
  test.each([website, 'Aa1Bb2Cc3Dd4Ee5Ff6'])('the id %s names its site, whatever the script is called', (id) => {
    const renamed = { ...empty, src: 'https://shop.example.com/own.js', data: [['data-website-id', id]] as const };
    expect(tagOf(renamed, { ...subject, site: { id } })).toMatchObject({ by: 'attributes', relation: 'same' });
  });
});
