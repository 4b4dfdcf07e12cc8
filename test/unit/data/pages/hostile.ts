import { code, type PageCase, page, stats } from './page.ts';

const long = 'x'.repeat(5000);

/** Pages that try to mislead, to overflow, or to break whoever looks. */
export const hostile: PageCase[] = [
  {
    name: '10,000 scripts before the code',
    html: page(`${'<script type="x"></script>'.repeat(10_000)}${code()}`),
    found: 'yes',
  },
  {
    name: '600 scripts with addresses and no code',
    html: page('<script type="x" src="/a.js"></script>'.repeat(600)),
    found: 'unsure',
    says: ['many'],
  },
  {
    name: 'a thousand attributes on the tag',
    html: page(
      code().replace('<script', `<script ${Array.from({ length: 1000 }, (_, i) => `data-a${i}="${i}"`).join(' ')}`),
    ),
    found: 'yes',
  },
  {
    name: 'very long attributes',
    html: page(`<script data-host="${long}" id="${long}" src="/${long}" data-dnt="${long}"></script>`),
    found: 'no',
    says: [`broken: ${'x'.repeat(200)}`],
  },
  {
    name: 'a megabyte of inline script',
    html: page(`<script>/*${'lorem ipsum '.repeat(90_000)}*/</script>${code()}`),
    found: 'yes',
  },
  {
    name: 'a megabyte of inline scripts, the last of which knows the code',
    html: page(
      `${`<script>/*${'lorem '.repeat(9000)}*/</script>`.repeat(20)}<script>add('${stats}/js/script.js')</script>`,
    ),
    found: 'unsure',
    says: ['mentioned'],
  },
  {
    name: 'the code in the last of a hundred templates',
    html: page('', `${'<template></template>'.repeat(99)}<template>${code()}</template>`),
    found: 'no',
    says: ['template'],
  },
  {
    name: 'markup in data-host',
    html: page(code('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;')),
    found: 'no',
    says: ['broken: "><img src=x onerror=alert(1)>'],
  },
  {
    name: 'a javascript: address',
    html: page(code('javascript:alert(1)//stats.example.net')),
    found: 'no',
    says: ['broken: javascript:alert(1)//stats.example.net'],
  },
  {
    name: 'a data: address',
    html: page(code('data:text/html,stats.example.net')),
    found: 'no',
    says: ['broken: data:text/html,stats.example.net'],
  },
  { name: 'an address that cannot be read', html: page(code('https://[')), found: 'no', says: ['broken: https://['] },
  {
    name: 'a script address that cannot be read',
    html: page(code(stats, 'https://[')),
    found: 'unsure',
    says: ['held'],
  },
  {
    name: 'a host in letters that look alike',
    html: page(code('https://st\u0430ts.example.net')),
    found: 'no',
    says: ['other: https://xn--stts-63d.example.net'],
  },
  {
    name: 'text that runs backwards',
    html: page(code('\u202estats.example.net')),
    found: 'no',
    says: ['broken: \u202estats.example.net'],
  },
  {
    name: 'elements named like the document’s functions',
    html: page(
      code(),
      '<form name="querySelectorAll"></form><img name="contentType"><embed name="readyState"><object id="body"></object><form name="location"></form><img name="baseURI">',
    ),
    found: 'yes',
  },
  {
    name: 'a form named like a script’s attributes',
    html: page(code(), '<form id="ZwSg9rf6GA"><input name="attributes"><input name="getAttribute"></form>'),
    found: 'yes',
  },
  {
    name: 'functions replaced by the page',
    html: page(
      `<script>document.querySelectorAll=function(){return []};Array.from=function(){return []};Element.prototype.getAttribute=function(){throw 1};window.URL=null;window.DOMParser=null</script>${code()}`,
    ),
    found: 'yes',
    live: true,
  },
  {
    name: 'proto and constructor as attributes',
    html: page(
      `<script data-__proto__="x" data-constructor="y" constructor="z" data-host="${stats}" src="/s.js"></script>`,
    ),
    found: 'yes',
  },
  { name: 'deeply nested', html: page('', `${'<div>'.repeat(400)}${code()}${'</div>'.repeat(400)}`), found: 'yes' },
  {
    name: 'templates nested without end',
    html: page('', `${'<template>'.repeat(200)}${code()}${'</template>'.repeat(200)}`),
    found: 'no',
  },
  {
    name: 'a thousand noscripts',
    html: page('', '<noscript><script src="/a.js"></script></noscript>'.repeat(1000)),
    found: 'no',
  },
  {
    name: 'a broken page',
    html: `<<<html><head><div title='>'><!-- -- --><script data-host="${stats}" src="${stats}/js/script.js"></script></p></b><table><tr>`,
    found: 'yes',
  },
];
