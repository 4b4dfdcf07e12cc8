import { describe, expect, test } from 'vitest';
import { buildForms, buildSnippet } from '@/lib/tracking/build.ts';
import { elementsOf, mapTemplate } from '@/lib/tracking/template.ts';

/** A tag's attributes, as `name=value` or `name` alone. */
const attributes = (tag: string) =>
  elementsOf(`${tag}</script>`)[0]?.attributes.map(([name, value]) => (value === true ? name : `${name}=${value}`));

describe('a template’s scripts', () => {
  test.each<[string, string[]]>([
    ['<script>', []],
    ['<SCRIPT SRC="A.js" Async>', ['src=A.js', 'async']],
    [`<script a="1" b='2' c=3 d>`, ['a=1', 'b=2', 'c=3', 'd']],
    ['<script a = "1"\n  b>', ['a=1', 'b']],
    ['<script a="">', ['a=']],
    ['<script a=12>', ['a=12']],
    [`<script a="x > y" b='"'>`, ['a=x > y', 'b="']],
    ['<script src="a.js"/>', ['src=a.js']],
    ['<script a="&amp;&lt;&gt;&quot;&apos;">', [`a=&<>"'`]],
    ['<script a="&AMP;&nbsp;&;">', ['a=&&nbsp;&;']],
    ['<script a="&constructor;&valueOf;">', ['a=&constructor;&valueOf;']],
    ['<script a="&#65;&#x42;&#X43;">', ['a=ABC']],
    ['<script a="&#x10ffff;">', ['a=\u{10ffff}']],
    ['<script a="&#x110000;&#9999999;">', ['a=&#x110000;&#9999999;']],
  ])('%s', (tag, expected) => {
    expect(attributes(tag)).toEqual(expected);
  });

  test('each with its text, trimmed; nothing else is one', () => {
    const template = '<!-- x --><script>\n a() \n</script><scripts></scripts><p></p><script src="b"></script >';
    expect(elementsOf(template).map(({ text }) => text)).toEqual(['a()', '']);
    expect(elementsOf('<script>never closed')).toEqual([]);
  });

  test('only in the first 10,000 characters', () => {
    const script = '<script></script>';
    expect(elementsOf(`${' '.repeat(10_000 - script.length)}${script}`)).toHaveLength(1);
    expect(elementsOf(`${' '.repeat(10_001 - script.length)}${script}`)).toEqual([]);
  });

  test('what browsers read and what they run are told apart', () => {
    const marked = (sign: string) => (text: string) => `${sign}${text}${sign}`;
    expect(mapTemplate('a<script b>c</script>d<script>e</script>', marked('|'), marked('*'))).toBe(
      '|a<script b>|*c*</script>|d<script>|*e*</script>||',
    );
    expect(mapTemplate('no script', marked('|'), marked('*'))).toBe('|no script|');
  });
});

const values = { base_url: 'https://stats.example', domain: 'shop.example' };
const forms = (template: string) => buildForms(template, values);

describe('the forms of a code', () => {
  const late = 'strategy="afterInteractive"';
  const inline = (attributes: string, text: string) => `<Script ${attributes} ${late}>\n  {"${text}"}\n</Script>`;
  test.each<[string, string, string]>([
    ...[
      ['class', 'className'],
      ['charset', 'charSet'],
      ['crossorigin', 'crossOrigin'],
      ['fetchpriority', 'fetchPriority'],
      ['referrerpolicy', 'referrerPolicy'],
      ['other', 'other'],
    ].map(([name, spelt]): [string, string, string] => [
      `${name}, in React’s spelling`,
      `<script ${name}="a"></script>`,
      `<Script ${spelt}="a" ${late} />`,
    ]),
    ['async and defer are its own', '<script async defer src="a"></script>', `<Script src="a" ${late} />`],
    ['a value for JSX', '<script data-x=\'{"a":1}\'></script>', `<Script data-x={"{\\"a\\":1}"} ${late} />`],
    ['an inline one with its own id', '<script id="mine">a()</script>', inline('id="mine"', 'a()')],
    ['one with another attribute', '<script class="x">a()</script>', inline('className="x" id="analytics-1"', 'a()')],
    [
      'two inline ones',
      '<script>a()</script><script>b()</script>',
      `${inline('id="analytics-1"', 'a()')}\n${inline('id="analytics-2"', 'b()')}`,
    ],
  ])('Next.js: %s', (_name, template, jsx) => {
    expect(forms(template)?.nextjs).toBe(`import Script from 'next/script';\n\n${jsx}`);
  });

  test('none for Next.js where an attribute is a handler', () => {
    expect(forms('<script src="a.js" onload="f()"></script>')?.nextjs).toBeUndefined();
    expect(forms('<script src="a.js" onload="f()"></script><script src="b.js"></script>')?.nextjs).toBeUndefined();
    expect(forms('<script src="a.js" data-on="f"></script>')?.nextjs).toBeDefined();
  });

  test.each([
    ['<script src="{base_url}/?>"></script>', false],
    ['<?xml?><script></script>', false],
    ['<script src="{base_url}/?a"></script>', true],
  ])('for WordPress, unless PHP would read it: %s', (template, has) => {
    expect(forms(template)?.wordpress !== undefined).toBe(has);
  });

  test('several scripts are added one after the other, each by its own name', () => {
    expect(forms('<script src="a.js"></script><script async>b("{{x}}")</script>')?.javascript).toBe(
      [
        '(function () {',
        '  var s = document.createElement("script");',
        '  s.setAttribute("src", "a.js");',
        '  document.head.appendChild(s);',
        '  var s2 = document.createElement("script");',
        '  s2.setAttribute("async", "");',
        '  s2.text = "b(\\"\\u007b\\u007bx\\u007d\\u007d\\")";',
        '  document.head.appendChild(s2);',
        '})();',
      ].join('\n'),
    );
  });

  const at = (base_url: string) => ({ base_url });
  const named = '<script src="{base_url}"></script>';
  const local = 'http://localhost:4620';
  const emoji = { domain: '😀"' };
  test.each<[string, string, object, string | undefined]>([
    ['http, for a service on this computer', named, at(local), `<script src="${local}"></script>`],
    ['no address', named, at('stats.example'), undefined],
    ['another scheme', named, at('ftp://stats.example'), undefined],
    ['a scheme that ends alike', named, at('xhttps://stats.example'), undefined],
    ['the id, once known', '<script data-id="{id}"></script>', { id: '7' }, '<script data-id="7"></script>'],
    ['no id, and none named', ' <script data-d="{domain}"></script>\n', {}, '<script data-d="shop.example"></script>'],
    ['a far sign', '<script a="{domain}"></script>', emoji, '<script a="&#128512;&#34;"></script>'],
    ['inside a script', '<script>a("{domain}")</script>', emoji, '<script>a("\\ud83d\\ude00\\u0022")</script>'],
  ])('filled: %s', (_name, template, change, html) => {
    expect(buildSnippet(template, { ...values, ...change })).toBe(html);
  });
});
