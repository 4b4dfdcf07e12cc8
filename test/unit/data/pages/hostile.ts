import { body, cases, casesWith, code, page, stats } from './page.ts';

const long = 'x'.repeat(5000);

/** Pages that try to mislead, to overflow, or to break whoever looks. */
export const hostile = [
  ...cases({
    yes: {
      '2,000 scripts before the code': `${'<script type="x"></script>'.repeat(2_000)}${code()}`,
      'a thousand attributes on the tag': code().replace(
        '<script',
        `<script ${Array.from({ length: 1000 }, (_, i) => `data-a${i}="${i}"`).join(' ')}`,
      ),
      'a megabyte of inline script': `<script>/*${'lorem ipsum '.repeat(90_000)}*/</script>${code()}`,
      'elements named like the document’s functions': page(
        code(),
        '<form name="querySelectorAll"></form><img name="contentType"><embed name="readyState"><object id="body"></object><form name="location"></form><img name="baseURI">',
      ),
      'a form named like a script’s attributes': page(
        code(),
        '<form id="ZwSg9rf6GA"><input name="attributes"><input name="getAttribute"></form>',
      ),
      'proto and constructor as attributes': `<script data-__proto__="x" data-constructor="y" constructor="z" data-host="${stats}" src="/s.js"></script>`,
      'deeply nested': body(`${'<div>'.repeat(400)}${code()}${'</div>'.repeat(400)}`),
      'a broken page': [
        '',
        {
          html: `<<<html><head><div title='>'><!-- -- --><script data-host="${stats}" src="${stats}/js/script.js"></script></p></b><table><tr>`,
        },
      ],
    },
    'unsure many': { '600 scripts with addresses and no code': '<script type="x" src="/a.js"></script>'.repeat(600) },
    'unsure mentioned': {
      'a megabyte of inline scripts, the last of which knows the code': `${`<script>/*${'lorem '.repeat(9000)}*/</script>`.repeat(20)}<script>add('${stats}/js/script.js')</script>`,
    },
    'unsure held': { 'a script address that cannot be read': code(stats, 'https://[') },
    [`no broken: ${'x'.repeat(200)}`]: {
      'very long attributes': `<script data-host="${long}" id="${long}" src="/${long}" data-dnt="${long}"></script>`,
    },
    'no template': {
      'the code in the last of a hundred templates': body(
        `${'<template></template>'.repeat(99)}<template>${code()}</template>`,
      ),
    },
    'no broken: "><img src=x onerror=alert(1)>': {
      'markup in data-host': code('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;'),
    },
    'no broken: javascript:alert(1)//stats.example.net': {
      'a javascript: address': code('javascript:alert(1)//stats.example.net'),
    },
    'no broken: data:text/html,stats.example.net': { 'a data: address': code('data:text/html,stats.example.net') },
    'no broken: https://[': { 'an address that cannot be read': code('https://[') },
    'no other: https://xn--stts-63d.example.net': {
      'a host in letters that look alike': code('https://st\u0430ts.example.net'),
    },
    'no broken: \u202estats.example.net': { 'text that runs backwards': code('\u202estats.example.net') },
    no: {
      'templates nested without end': body(`${'<template>'.repeat(200)}${code()}${'</template>'.repeat(200)}`),
      'a thousand noscripts': body('<noscript><script src="/a.js"></script></noscript>'.repeat(1000)),
    },
  }),
  ...casesWith({ live: true })({
    yes: {
      'functions replaced by the page': `<script>document.querySelectorAll=function(){return []};Array.from=function(){return []};Element.prototype.getAttribute=function(){throw 1};window.URL=null;window.DOMParser=null</script>${code()}`,
    },
  }),
];
