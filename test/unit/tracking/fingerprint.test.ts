import { describe, expect, test } from 'vitest';
import { attributesOf, fingerprintOf } from '@/lib/tracking/fingerprint.ts';

const of = (attributes: string, text = '') => fingerprintOf(`<script ${attributes}>${text}</script>`);

describe('what tells a template’s script from others', () => {
  const usual = [['data-host', '']];
  const two = [
    ['data-host', '/api'],
    ['data-api', ''],
  ];
  const sites = [
    ['data-d', 'domain'],
    ['data-i', 'id'],
  ];
  test.each<[string, object]>([
    ['data-host="{base_url}"', { hosts: usual, data: [], sites: [] }],
    ['data-host="{base_url}/api" data-api="{base_url}"', { hosts: two, data: ['data-host', 'data-api'] }],
    ['data-api="{base_url}/x"', { hosts: [['data-api', '/x'], ...usual], data: [] }],
    ['data-a="1" data-b', { hosts: usual, data: ['data-a', 'data-b'] }],
    ['host="{base_url}"', { hosts: usual, data: [] }],
    ['data-d="{domain}" data-i="{id}" data-x="{other}"', { sites }],
    ['data-d="x{domain}" data-i="{id}x"', { sites: [] }],
  ])('%s', (attributes, shape) => {
    expect(of(attributes)).toMatchObject(shape);
  });

  test.each<[string, string | undefined]>([
    ['ZwSg9rf6GA', 'ZwSg9rf6GA'],
    ['abcdefg1', 'abcdefg1'],
    ['abcdefG1'.slice(1), undefined],
    ['trackerOne', 'trackerOne'],
    ['analytics', undefined],
    ['ANALYTICS', undefined],
    ['12345678', undefined],
    ['', undefined],
  ])('an id that nobody else would choose: %s', (id, expected) => {
    expect(of(`id="${id}"`).id).toBe(expected);
  });

  test.each<[string, matches: string[], others: string[]]>([
    ['{base_url}/js/script.js?v=1#x', ['https://a.example/js/script.js'], ['/js/script.jsx', '/js/scriptxjs']],
    ['{base_url}/{id}/{domain}.js', ['/17/shop.example.js'], ['/17/b.jsx', '/17.js']],
  ])('by its address: %s', (src, matches, others) => {
    const { script, fixed } = of(`src="${src}"`);
    expect(fixed).toBeUndefined();
    expect([...matches, ...others].filter((one) => script?.test(one))).toEqual(matches);
  });

  test.each<[string, matches: string[], others: string[]]>([
    [
      '{base_url}/js/script.js',
      ['/x/script.js', '/script.min.js', '/script-3f.mjs', '/script.a.js'],
      ['/myscript.js', '/scripts.js', '/script.css', '/script-a/b.js'],
    ],
    ['{base_url}/track.min.mjs?v=2', ['/track.js', '/track.min.js'], ['/track.txt']],
  ])('by its file’s name, where it was renamed: %s', (src, matches, others) => {
    const { renamed } = of(`src="${src}"`);
    expect([...matches, ...others].filter((one) => renamed?.test(one))).toEqual(matches);
  });

  test.each([
    ['{base_url}/collect', false, false, true],
    ['https://cdn.example/a.js', true, false, false],
    ['{base}/a.js', false, false, false],
    ['', false, false, false],
  ])('%s: fixed %s, renamed %s, of the service %s', (src, fixed, renamed, script) => {
    const shape = of(`src="${src}"`);
    expect([!!shape.fixed, !!shape.renamed, !!shape.script]).toEqual([fixed, renamed, script]);
  });

  test('an address without a value is none', () => {
    expect(of('src')).toEqual(of(''));
  });

  test('a fixed address is the whole of it', () => {
    const { fixed } = of('src="https://cdn.example/a.js?v=1"');
    const whole = 'https://cdn.example/a.js';
    const seen = [whole, `${whole}2`, `x${whole}`, 'https://cdnxexample/a.js'];
    expect(seen.filter((one) => fixed?.test(one))).toEqual([whole]);
  });

  test('by its code, where it has no address', () => {
    const found = [of('', 'a()'), of('src="{base_url}/a.js"', 'a()'), of('')];
    expect(found.map(({ inline }) => inline)).toEqual(['a()', undefined, undefined]);
    expect(fingerprintOf('no script at all')).toEqual({ hosts: [['data-host', '']], data: [], sites: [] });
  });
});

const twelve = Array.from({ length: 12 }, (_, at) => `data-${at}`);
test.each<[string, string[]]>([
  ['data-host="{base_url}" data-dnt="false"', ['data-host', 'data-dnt']],
  ['data-d="{domain}"', ['data-host', 'data-d', 'data-dnt']],
  [twelve.map((name) => `${name}="1"`).join(' '), ['data-host', ...twelve.slice(0, 9)]],
])('attributes that a look at a page keeps: %s', (attributes, expected) => {
  expect(attributesOf(`<script ${attributes}></script>`)).toEqual(expected);
});
