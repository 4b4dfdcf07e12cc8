import { describe, expect, test } from 'vitest';
import { traitsOf } from '@/lib/services/traits.ts';
import { buildForms, buildSnippet } from '@/lib/tracking/build.ts';
import { attributesOf } from '@/lib/tracking/fingerprint.ts';

const template = traitsOf().templates.trackingCode;

describe('building the code', () => {
  const values = { base_url: 'https://example.org/stats', domain: 'shop.example.com', id: '17' };

  const named = '<script src="{base_url}"></script>';
  const script = (text: string) => `<script>f('${text}')</script>`;
  test.each<[name: string, template: string, expected: string | undefined, base?: string]>([
    [
      'every placeholder',
      '<script src="{base_url}/{id}/{domain}.js"></script>',
      '<script src="https://example.org/stats/17/shop.example.com.js"></script>',
    ],
    [
      'an address that would leave its attribute',
      named,
      '<script src="https://a.example/&#34;onload&#61;alert&#40;1&#41;&#62;"></script>',
      'https://a.example/"onload=alert(1)>',
    ],
    [
      'an address that would leave a script',
      script('{base_url}'),
      script('https://a.example/\\u0027;\\u003c/script\\u003e\\u003cimg\\u003e'),
      "https://a.example/';</script><img>",
    ],
    ['other words in braces stay', '<script data-x="{other}"></script>', '<script data-x="{other}"></script>'],
    ['no web address', template, undefined, 'javascript:alert(1)'],
  ])('%s', (_name, text, expected, base_url = values.base_url) => {
    expect(buildSnippet(text, { ...values, base_url })).toBe(expected);
  });

  test('an id that is not known yet', () => {
    const { id: _, ...without } = values;
    expect(buildSnippet('<script src="{base_url}/{id}.js"></script>', without)).toBeUndefined();
    expect(buildForms('<script src="{base_url}/{id}.js"></script>', without)).toBeUndefined();
  });

  /** A code's forms, of which some are made of others. */
  const formsOf = (html: string, steps: string[], jsx: string) => {
    const lines = ['  var s = document.createElement("script");', ...steps, '  document.head.appendChild(s);'];
    const javascript = `(function () {\n${lines.join('\n')}\n})();`;
    return {
      html,
      javascript,
      nextjs: `import Script from 'next/script';\n\n${jsx}`,
      tagManager: `<script>\n${javascript}\n</script>`,
      wordpress: `add_action( 'wp_head', function () {\n?>\n${html}\n<?php\n} );`,
    };
  };

  test('every form of the default code', () => {
    const start = 'data-host="https://example.org/stats" data-dnt="false" src="https://example.org/stats/js/script.js"';
    const steps = [
      '  s.setAttribute("data-host", "https://example.org/stats");',
      '  s.setAttribute("data-dnt", "false");',
      '  s.setAttribute("src", "https://example.org/stats/js/script.js");',
      '  s.setAttribute("id", "ZwSg9rf6GA");',
      '  s.setAttribute("async", "");',
      '  s.setAttribute("defer", "");',
    ];
    const html = `<script ${start} id="ZwSg9rf6GA" async defer></script>`;
    const jsx = `<Script ${start} id="ZwSg9rf6GA" strategy="afterInteractive" />`;
    expect(buildForms(template, values)).toEqual(formsOf(html, steps, jsx));
  });

  test('every form of an inline code', () => {
    const text = String.raw`"hit(\"shop.example.com\", \"\u003c/p\u003e\")"`;
    const html = '<script>hit("shop.example.com", "</p>")</script>';
    const jsx = `<Script id="analytics-1" strategy="afterInteractive">\n  {${text}}\n</Script>`;
    const forms = buildForms('<script>hit("{domain}", "</p>")</script>', values);
    expect(forms).toEqual(formsOf(html, [`  s.text = ${text};`], jsx));
  });

  test('a code that is no script is HTML and WordPress only', () => {
    expect(Object.keys(buildForms('<img src="{base_url}/p.gif" alt="">', values) ?? {})).toEqual(['html', 'wordpress']);
  });

  test.each([
    ['nomodule', 'noModule'],
    ['constructor', 'constructor'],
    ['tostring', 'tostring'],
    ['__proto__', '__proto__'],
  ])('for Next.js, the attribute %s is %s', (name, spelt) => {
    expect(buildForms(`<script src="{base_url}/x.js" ${name}></script>`, values)?.nextjs).toContain(` ${spelt} `);
  });

  test('the attributes that recognition reads are known beforehand', () => {
    expect(attributesOf(template)).toEqual(['data-host', 'data-dnt']);
  });
});
