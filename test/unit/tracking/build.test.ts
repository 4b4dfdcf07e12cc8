import { describe, expect, test } from 'vitest';
import { traitsOf } from '@/lib/services/traits.ts';
import { buildForms, buildSnippet } from '@/lib/tracking/build.ts';
import { attributesOf } from '@/lib/tracking/fingerprint.ts';

const template = traitsOf().templates.trackingCode;

describe('building the code', () => {
  const values = { base_url: 'https://example.org/stats', domain: 'shop.example.com', id: '17' };

  test.each<[name: string, template: string, base: string, expected: string | undefined]>([
    [
      'the default',
      template,
      values.base_url,
      '<script data-host="https://example.org/stats" data-dnt="false" src="https://example.org/stats/js/script.js" id="ZwSg9rf6GA" async defer></script>',
    ],
    [
      'every placeholder',
      '<script src="{base_url}/{id}/{domain}.js"></script>',
      values.base_url,
      '<script src="https://example.org/stats/17/shop.example.com.js"></script>',
    ],
    [
      'an address that would leave its attribute',
      '<script src="{base_url}"></script>',
      'https://a.example/"onload=alert(1)>',
      '<script src="https://a.example/&#34;onload&#61;alert&#40;1&#41;&#62;"></script>',
    ],
    [
      'an address that would leave a script',
      "<script>f('{base_url}')</script>",
      "https://a.example/';</script><img>",
      "<script>f('https://a.example/\\u0027;\\u003c/script\\u003e\\u003cimg\\u003e')</script>",
    ],
    [
      'other words in braces stay',
      '<script data-x="{other}" src="{base_url}"></script>',
      values.base_url,
      '<script data-x="{other}" src="https://example.org/stats"></script>',
    ],
    ['no web address', template, 'javascript:alert(1)', undefined],
  ])('%s', (_name, text, base_url, expected) => {
    expect(buildSnippet(text, { ...values, base_url })).toBe(expected);
  });

  test('an id that is not known yet', () => {
    const { id: _, ...without } = values;
    expect(buildSnippet('<script src="{base_url}/{id}.js"></script>', without)).toBeUndefined();
    expect(buildForms('<script src="{base_url}/{id}.js"></script>', without)).toBeUndefined();
  });

  test('every form of the default code', () => {
    expect(buildForms(template, values)).toMatchInlineSnapshot(`
      {
        "html": "<script data-host="https://example.org/stats" data-dnt="false" src="https://example.org/stats/js/script.js" id="ZwSg9rf6GA" async defer></script>",
        "javascript": "(function () {
        var s = document.createElement("script");
        s.setAttribute("data-host", "https://example.org/stats");
        s.setAttribute("data-dnt", "false");
        s.setAttribute("src", "https://example.org/stats/js/script.js");
        s.setAttribute("id", "ZwSg9rf6GA");
        s.setAttribute("async", "");
        s.setAttribute("defer", "");
        document.head.appendChild(s);
      })();",
        "nextjs": "import Script from 'next/script';

      <Script data-host="https://example.org/stats" data-dnt="false" src="https://example.org/stats/js/script.js" id="ZwSg9rf6GA" strategy="afterInteractive" />",
        "tagManager": "<script>
      (function () {
        var s = document.createElement("script");
        s.setAttribute("data-host", "https://example.org/stats");
        s.setAttribute("data-dnt", "false");
        s.setAttribute("src", "https://example.org/stats/js/script.js");
        s.setAttribute("id", "ZwSg9rf6GA");
        s.setAttribute("async", "");
        s.setAttribute("defer", "");
        document.head.appendChild(s);
      })();
      </script>",
        "wordpress": "add_action( 'wp_head', function () {
      ?>
      <script data-host="https://example.org/stats" data-dnt="false" src="https://example.org/stats/js/script.js" id="ZwSg9rf6GA" async defer></script>
      <?php
      } );",
      }
    `);
  });

  test('every form of an inline code', () => {
    expect(buildForms('<script>hit("{domain}", "</p>")</script>', values)).toMatchInlineSnapshot(`
      {
        "html": "<script>hit("shop.example.com", "</p>")</script>",
        "javascript": "(function () {
        var s = document.createElement("script");
        s.text = "hit(\\"shop.example.com\\", \\"\\u003c/p\\u003e\\")";
        document.head.appendChild(s);
      })();",
        "nextjs": "import Script from 'next/script';

      <Script id="analytics-1" strategy="afterInteractive">
        {"hit(\\"shop.example.com\\", \\"\\u003c/p\\u003e\\")"}
      </Script>",
        "tagManager": "<script>
      (function () {
        var s = document.createElement("script");
        s.text = "hit(\\"shop.example.com\\", \\"\\u003c/p\\u003e\\")";
        document.head.appendChild(s);
      })();
      </script>",
        "wordpress": "add_action( 'wp_head', function () {
      ?>
      <script>hit("shop.example.com", "</p>")</script>
      <?php
      } );",
      }
    `);
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
