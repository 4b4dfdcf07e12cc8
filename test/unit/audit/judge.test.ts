import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { homePagesOf, variantOf } from '@/lib/audit/access.ts';
import type { Found, PastAudit } from '@/lib/audit/history.ts';
import { changesBetween, lineBefore, linesOf, pastAudit, statesOf, worthKeeping } from '@/lib/audit/history.ts';
import { type Answered, judge } from '@/lib/audit/judge.ts';
import { judgeOpen } from '@/lib/audit/judgeOpen.ts';
import { isSiteLook, type SiteState, siteStates, type Visits } from '@/lib/audit/look.ts';
import type { AuditedSite } from '@/lib/audit/said.ts';
import { traits, traitsOf } from '@/lib/services/traits.ts';
import type { Tracker } from '@/lib/trackers/find.ts';
import { buildSnippet } from '@/lib/tracking/build.ts';
import type { PageFacts } from '@/lib/tracking/facts.ts';
import { code, page as html, stats } from '../data/pages/page.ts';
import { forAny } from '../util/forAny.ts';
import { processorTime } from '../util/processorTime.ts';
import { lookIn } from './looks.ts';

const host = 'shop.example.com';
const site: AuditedSite = { host, baseUrl: stats, template: traitsOf().templates.trackingCode, domain: host };
const served = (
  body: string,
  more: Partial<{ url: string; policies: string[]; refresh: string; cut: boolean }> = {},
): Answered => ({ is: 'page', page: { url: `https://${host}/`, html: body, policies: [], ...more } });
const gtm = '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC123"></script>';
const banner = '<script src="https://cdn.cookielaw.org/scripttemplates/otSDKStub.js"></script>';
const meta = (directive: string) => `<meta http-equiv="Content-Security-Policy" content="${directive}">`;
const policy = meta("script-src 'self'");
const refresh = (to: string) => `<meta http-equiv="refresh" content="0; url=${to}">`;
const empty = (body: string) => html('', body);
const numbers = 'https://numbers.example.org';
const held = code().replace('<script', '<script type="text/plain"');
const unlike = Array.from({ length: 60 }, (_, at) => `<script src="https://s${at}.example/a.js"></script>`).join('');
const refusing = { policies: ["script-src 'self'"] };
const www = { url: `https://www.${host}/` };
const root = '<div id="root"></div>';
const spelt = code().replace('</', '<\\/');
const mixed = '<script src="http://stats.example.net/js/script.js" id="ZwSg9rf6GA"></script>';

// The page, what is said of it (its state, why, about what), and what else the server sent.
test.each<[name: string, page: string, said: string, more?: Parameters<typeof served>[1]]>([
  ['the code', html(code()), 'tracking'],
  ['the code twice', html(code() + code()), 'tracking twice'],
  ['the code on the www. variant', html(code()), `unsure related www.${host}`, www],
  ['no code', html(''), 'missing'],
  ['no code on the www. variant', html(''), 'missing', www],
  ['code in a template', html(`<template>${code()}</template>`), 'blocked template'],
  ['code that the header refuses', html(code()), 'blocked csp', refusing],
  ['code that the header refuses, after many others', html(unlike + code()), 'blocked csp', refusing],
  ['code that the page refuses', html(policy + code()), 'blocked csp'],
  ['code before the page’s policy', html(code() + policy), 'tracking'],
  ['code that a policy after the head does not stop', empty(policy + code()), 'tracking'],
  ['hits that a policy after the code refuses', html(code() + meta("connect-src 'self'")), 'blocked csp'],
  ['code that mixes http into https', html(mixed), 'blocked mixed'],
  ['code of another service', html(code(numbers)), `other other ${numbers}`],
  ['a placeholder that nobody filled', html(code('{{ url }}')), 'other broken {{ url }}'],
  ['code waiting for consent', html(held), 'unsure held'],
  ['a tag manager', html(gtm), 'unsure manager Google Tag Manager'],
  ['a consent tool', html(banner), 'unsure consent OneTrust'],
  ['the code beside a tag manager', html(code() + gtm), 'tracking'],
  ['another service’s code beside a tag manager', html(code(numbers) + gtm), 'unsure manager Google Tag Manager'],
  ['a shell', html('<script src="/app.js"></script>', root), 'unsure shell'],
  ['a shell of another host’s script', html('<script src="https://cdn.example/a.js"></script>', root), 'unsure shell'],
  ['a shell that an inline script fills', empty('<script>draw()</script>'), 'unsure shell'],
  ['an empty page with data', empty('<script type="application/json">{}</script>'), 'missing'],
  ['a page without scripts and words', empty(''), 'missing'],
  ['a page that goes on elsewhere', refresh('https://else.example/a'), 'elsewhere refresh https://else.example/a'],
  ['a page whose header does', '', 'elsewhere refresh https://a.example/', { refresh: '0;url=https://a.example/' }],
  ['a page that goes on within the site', refresh('/en/'), `unsure refresh https://${host}/en/`],
  ['a page that only reloads itself, by an empty address', html(refresh('')), 'missing'],
  ['a page that only reloads itself', html('<meta http-equiv="refresh" content="300">'), 'missing'],
  ['a page that goes on to a part of itself', html(refresh('#top')), 'missing'],
  ['a page that goes on to its own top', html(refresh('#')), 'missing'],
  ['the code on a page that goes on', html(code() + refresh('https://else.example/')), 'tracking'],
  ['a page that was cut', html(''), 'unsure many', { cut: true }],
  ['blocked code on a page that was cut', html(`<noscript>${code()}</noscript>`), 'unsure many', { cut: true }],
  ['blocked code beside code waiting for consent', html(`<noscript>${code()}</noscript>${held}`), 'unsure held'],
  ['code whose element is never closed', empty(code().replace('></script>', ' />')), 'blocked unclosed'],
  ['the code behind more elements than are read', html('<img src=a>'.repeat(20_001) + code()), 'unsure many'],
  ['a long script that adds the code', html(`<script>${'x();'.repeat(30_000)}${spelt}</script>`), 'unsure mentioned'],
  ['the code on a page that was cut', html(code()), 'tracking', { cut: true }],
  ['frames', '<frameset><frame src="a"></frameset>', 'unsure frames'],
  ['nothing but a frame', '<title>Practice</title><body><iframe src="/app/"></iframe></body>', 'unsure frames'],
  ['the code beside nothing but a frame', `${code()}<body><iframe src="/app/"></iframe></body>`, 'tracking'],
  ['a frame that has its content itself', '<body><iframe srcdoc="Practice"></iframe></body>', 'missing'],
  ['a frame for no scripts alone', '<body><noscript><iframe src="/app/"></iframe></noscript></body>', 'missing'],
  ['a text beside a frame', html('<iframe src="/map/"></iframe>'), 'missing'],
  ['an empty page', '', 'missing'],
])('%s', (_name, page, said, more) => {
  expectSaid(served(page, more), said);
});

test.each<[name: string, answered: Answered, said: string]>([
  ['a redirect', { is: 'redirect' }, 'unsure redirect'],
  ['the page of a protection service', { is: 'guard' }, 'unsure shell'],
  ['404', { is: 'status', status: 404 }, 'silent refused 404'],
  ['403, as for a program', { is: 'status', status: 403 }, 'unsure refused 403'],
  ['429', { is: 'status', status: 429 }, 'unsure refused 429'],
  ['503', { is: 'status', status: 503 }, 'silent server 503'],
  ['a picture', { is: 'file', type: 'image/png' }, 'file image/png'],
  ['no type', { is: 'file', type: '' }, 'file'],
  ['a timeout', { is: 'timeout' }, 'silent timeout'],
  ['no connection', { is: 'unreachable' }, 'silent unreachable'],
  ['a long type', { is: 'file', type: 'x'.repeat(5000) }, `file ${'x'.repeat(200)}`],
])('%s', (_name, answered, said) => expectSaid(answered, said));

function expectSaid(answered: Answered, said: string): void {
  const look = judge(answered, site);
  expect(isSiteLook(look)).toBe(true);
  const { trackers: _, state, why, about, ...rest } = look;
  expect([state, ...(why ? [why] : []), ...(about ? [about] : [])].join(' ')).toBe(said);
  expect(rest).toEqual({});
}

/** The site at other kinds of service, and the code for its page. */
const matomo = { ...site, template: traits.matomo.templates.trackingCode, id: '69' };
const cloud = {
  ...site,
  baseUrl: 'https://api.umami.is/v1',
  template: traits.umamiCloud.templates.trackingCode,
  id: crypto.randomUUID(),
};
const snippetOf = ({ template, id, baseUrl = stats }: { template: string; id: string; baseUrl?: string }) =>
  buildSnippet(template, { base_url: baseUrl, domain: host, id }) ?? '';

test.each<[policy: string, state: SiteState, why?: string, nonce?: string]>([
  ["script-src 'self' https:", 'blocked', 'csp'],
  ["script-src 'self' 'unsafe-inline'", 'blocked', 'csp'],
  ["script-src 'unsafe-inline' https:; connect-src 'self'", 'blocked', 'csp'],
  ["default-src https:; script-src *, script-src 'unsafe-inline' *", 'blocked', 'csp'],
  ["script-src 'unsafe-inline' https:", 'tracking'],
  ["script-src 'nonce-x1' https:", 'tracking', undefined, 'x1'],
  ["script-src 'nonce-x1' https:", 'blocked', 'csp'],
  ["script-src 'nonce-x1' https:", 'blocked', 'csp', 'x2'],
  ["script-src 'nonce-x1' 'unsafe-inline' https:", 'blocked', 'csp'],
  ["script-src 'strict-dynamic' 'unsafe-inline' https:", 'blocked', 'csp'],
  ["script-src 'sha256-abc=' https:", 'unsure', 'missing'],
  ["script-src 'sha256-abc=' 'nonce-x1' https:", 'tracking', undefined, 'x1'],
  ['connect-src https:', 'tracking'],
])('inline code with the header %s: %s %s %s', (policy, state, why, nonce = '') => {
  const own = snippetOf(matomo).replaceAll('<script', `<script nonce="${nonce}"`);
  const look = judge(served(html(own), { policies: [policy] }), matomo);
  expect([look.state, look.why]).toEqual([state, why]);
});

test.each(
  Object.entries({
    Imperva:
      '<iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=1-2-0">Request unsuccessful.</iframe>',
    Anubis:
      '<h1>Making sure you are not a bot!</h1><p>The administrator has set up Anubis to protect the server.</p><script type="module" src="/.within.website/x/cmd/anubis/static/js/main.mjs"></script>',
    Fastly:
      '<p>A required part of this site could not load.</p><script src="/_fs-ch-1T1wmsGaOgGaSxcX/script.js?reload=true"></script>',
    Hostinger: '<div>Please wait for up to 5 seconds...</div><script src="/hcdn-cgi/jschallenge"></script>',
    Cloudflare:
      '<h1>Just a moment, your browser is checked</h1><script src="/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1?ray=1"></script>',
    Imunify360: `<h1>Please wait while your request is being verified...</h1><form id="wsidchk-form" action="/z0f7"></form><script>${'var west=+(!+[]);'.repeat(200)}document.getElementById('wsidchk-form').submit()</script>`,
    Akamai:
      '<p>Powered and protected by Akamai</p><iframe id="sec-cpt-if" provider="crypto" src="/_sec/a.htm"></iframe><script src="/a.js"></script>',
    'a script that forwards visitors':
      '<script>window.location.replace("/en/")</script><p>You are being forwarded. <a href="/en/">If not, click here</a>.</p>',
    'several scripts, one of which forwards visitors':
      '<script src="/js/languages.js"></script><script>location.pathname = "/" + language()</script><p>You are being forwarded to your language.</p>',
    'a script that sets a cookie and asks for the page again':
      '<p>Please wait while your browser is checked.</p><script>document.cookie="v=1";location.reload()</script>',
    'a script that sends a form by itself':
      '<p>Please wait while you are signed in, or press the button.</p><form method="post" action="/sso"></form><script>document.forms[0].submit()</script>',
    'a body that sends a form by itself':
      '<body onload="document.forms[0].submit()"><p>Please wait while you are signed in, or press the button.</p>',
  }),
)('what %s sends in place of the page says nothing of the page', (_name, body) => {
  expectSaid(served(`<!doctype html><html><body>${body}</body></html>`), 'unsure shell');
});

test.each([
  ['allows what the code needs', 'script-src https://cloud.umami.is; connect-src https://gateway.example', 'tracking'],
  ['refuses the script', "script-src 'self'", 'blocked'],
])('a policy that %s, of a service whose code sends its hits nobody says where', (_what, policy, state) => {
  expect(judge(served(html(snippetOf(cloud)), { policies: [policy] }), cloud).state).toBe(state);
});

test.each([
  ["connect-src https://t.example.net; script-src 'unsafe-inline' https://t.example.net", 'tracking'],
  [`connect-src ${stats}; script-src 'unsafe-inline' https://t.example.net`, 'blocked'],
])('code whose template has another address for visitors, with the policy %s: %s', (policy, state) => {
  const other = { ...matomo, template: matomo.template.replaceAll('{base_url}', 'https://t.example.net') };
  expect(judge(served(html(snippetOf(other)), { policies: [policy] }), other).state).toBe(state);
});

test('a page whose only script forwards visitors when they choose is the site’s own', () => {
  const jump = '<script>function jump(to) { location.href = to.value; }</script>';
  expectSaid(served(html(jump, '<p>Walnut lamps of all sizes.</p>'.repeat(20))), 'missing');
});

test('a script that Cloudflare adds to a site’s own page says nothing of that', () => {
  expectSaid(served(html('<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>')), 'missing');
});

test('code over http runs where a header has browsers ask by https', () => {
  const snippet = snippetOf(matomo).replaceAll('https:', 'http:');
  const state = (policies: string[]) => judge(served(html(snippet), { policies }), matomo).state;
  expect([state([]), state(['upgrade-insecure-requests'])]).toEqual(['blocked', 'tracking']);
});

test.each(['umami', 'matomo'] as const)('code of %s on the www. variant counts for the id that it names', (kind) => {
  const template = traits[kind].templates.trackingCode;
  const state = (id: string) => {
    return judge(served(html(snippetOf({ template, id })), www), { ...site, template, id: '69' }).state;
  };
  expect(['69', '70'].map(state)).toEqual(['tracking', 'other']);
});

test('a policy without end costs no time', async () => {
  const policy = `script-src ${'a '.repeat(100_000)}`;
  const scripts = '<script src=a></script>'.repeat(5_000);
  const answer = served(html(`<meta http-equiv="content-security-policy" content="${policy}">${scripts}`));
  expect(await processorTime(() => judge(answer, site))).toBeLessThan(2000);
});

test.each([
  'matomo_url_',
  'setSiteId(',
  "setTrackerUrl',u",
  'addTracker,',
  'getTracker((((',
  '//a.b/matomo.php?',
  'u=u+u+u+',
  'function a(){',
  '"https:"==location.protocol?"a":',
  `"https:"${' '.repeat(300)}`,
  `matomo${' '.repeat(100)}`,
  '/*',
  '\\\\/',
  '&quot;',
  'umami-id-id-id-',
  "gtag('consent'",
  '-site-id-site-id',
  `\${u}\``,
  'a:function(){',
  "if(location.host=='a'){",
  "addTracker','//a.b/',1;if(cookie)cookie)cookie)cookie)cookie)cookie)",
  `_paq.push(['setSiteId', '69'])${'if(cookie)'.repeat(40)}`,
  // Names made of names, each of which is looked for in all of the page's code.
  `_paq.push(['setTrackerUrl',${Array(40).fill('a').join('+')}]);\na=${Array(40).fill('b').join('+')};\nb='/${'x'.repeat(300)}';`,
])('code and data made of %s cost no time', async (text) => {
  const piece = `matomo ${text.repeat(Math.ceil(5_900 / text.length))}`;
  const kinds = [
    (one: string) => `<script>${one}</script>`,
    (one: string) => `<script type="text/x-a">${one}</script>`,
  ];
  for (const kind of kinds) {
    const answer = served(html(kind(piece).repeat(40)));
    expect(await processorTime(() => judge(answer, matomo))).toBeLessThan(1000);
  }
});

test('names who else counts', () => {
  const { trackers } = judge(served(html(`${code()}<script>fbq('init', '123456789')</script>${gtm}`)), site);
  expect(trackers.map(({ name }) => name)).toEqual(['Meta Pixel', 'Google Tag Manager']);
});

test('does not name its own code, wherever that comes from', () => {
  const { template, id } = cloud;
  const names = (ids: string[]) =>
    judge(served(html(ids.map((one) => template.replace('{id}', one)).join(''))), cloud).trackers;
  expect([names([id]), names([id.toUpperCase()])]).toEqual([[], []]);
  const other = crypto.randomUUID();
  expect(names([other, id])).toEqual([{ name: 'Umami', is: 'counter', ids: [other] }]);
});

describe('an opened page', () => {
  const facts = (page: string, src?: string): PageFacts => ({
    page,
    doNotTrack: false,
    scripts: src ? [{ src, id: '', type: '', data: [], text: '', place: 'page', nomodule: false }] : [],
    refused: [],
  });
  const script = `${stats}/js/script.js`;
  const tool = (name: string, is: Tracker['is']): Tracker => ({ name, is, ids: [] });
  const [consent, manager] = [tool('OneTrust', 'consent'), tool('GTM', 'manager')];
  const pixels = tool('Shopify pixels', 'manager');
  test.each<[string, PageFacts | undefined, boolean, said: string, Tracker?]>([
    ['has the code', facts(`https://${host}`, script), true, 'tracking'],
    ['has none', facts(`https://${host}`), true, 'missing'],
    ['has none beside a consent tool', facts(`https://${host}`), true, 'unsure consent', consent],
    ['has none beside a tag manager, which has run', facts(`https://${host}`), true, 'missing', manager],
    ['has none beside what runs apart from it', facts(`https://${host}`), true, 'unsure manager', pixels],
    ['has the code beside a consent tool', facts(`https://${host}`, script), true, 'tracking', consent],
    ['is not shown yet', facts(`https://${host}`, `https://${host}/hcdn-cgi/jschallenge`), true, 'unsure shell'],
    [
      'is not shown yet, and the check is in a frame',
      { ...facts(`https://${host}`, `https://${host}/hcdn-cgi/jschallenge`), partial: 'frames' },
      true,
      'unsure shell',
    ],
    ['consists of frames', { ...facts(`https://${host}`), partial: 'frames' }, true, 'unsure frames'],
    ['is another site’s, to which there is access', facts('https://new.example'), true, 'elsewhere refresh'],
    ['is the www. variant without code', facts(`https://www.${host}`), true, 'missing'],
    ['is the www. variant', facts(`https://www.${host}`, script), false, 'unsure related'],
    ['is another site’s', undefined, false, 'elsewhere redirect'],
    ['is an error page', undefined, true, 'silent unreachable'],
  ])('%s', (_name, seen, isHere, said, tracker) => {
    const { state, why, trackers } = judgeOpen(seen, tracker ? [tracker] : [], isHere, site);
    expect([state, ...(why ? [why] : [])].join(' ')).toBe(said);
    expect(trackers).toEqual(tracker ? [tracker] : []);
  });
});

test.each<[string, string | undefined]>([
  ['example.com', 'www.example.com'],
  ['www.example.com', 'example.com'],
  ['example.co.uk', 'www.example.co.uk'],
  ['shop.example.com', undefined],
  ['a.b.example.co.uk', undefined],
  ['localhost', undefined],
])('the www. variant of %s: %s', (one, variant) => {
  expect(variantOf(one)).toBe(variant);
});

test('access is asked for every host and its variant, once, over https', () => {
  expect(homePagesOf(['example.com', 'www.example.com', 'shop.example.com'])).toEqual([
    'https://example.com/',
    'https://www.example.com/',
    'https://shop.example.com/',
  ]);
});

describe('what changed', () => {
  const found = (states: Record<string, SiteState>): Found[] =>
    Object.entries(states).map(([host, state]) => ({ host, look: lookIn(state) }));
  const past = (states: Record<string, SiteState>): PastAudit =>
    pastAudit({ id: 'a', account: 'x', ended: 1 }, found(states));
  const none = { lost: [], back: [], gone: [], stopped: [], arriving: [], changed: [] };
  test.each<[SiteState | undefined, SiteState, 'lost' | 'back' | 'gone' | undefined]>([
    ['tracking', 'missing', 'lost'],
    ['tracking', 'blocked', 'lost'],
    ['tracking', 'elsewhere', 'lost'],
    ['tracking', 'unsure', undefined],
    ['tracking', 'silent', 'gone'],
    ['tracking', 'tracking', undefined],
    ['missing', 'tracking', 'back'],
    ['silent', 'tracking', 'back'],
    ['unsure', 'tracking', undefined],
    ['unsure', 'missing', undefined],
    ['silent', 'silent', undefined],
    [undefined, 'missing', undefined],
    [undefined, 'silent', undefined],
    // That it has code was known before, too; and no visit is known that would have stopped.
    ['quiet', 'missing', 'lost'],
    ['quiet', 'silent', 'gone'],
    ['tracking', 'quiet', undefined],
    ['missing', 'quiet', undefined],
    ['missing', 'counted', undefined],
    ['counted', 'tracking', undefined],
    ['quiet', 'tracking', undefined],
  ])('from %s to %s: %s', (was, state, told) => {
    const changes = changesBetween([past(was ? { a: was } : {})], found({ a: state }));
    const changed = was && was !== state ? ['a'] : [];
    expect(changes).toEqual({ ...none, changed, ...(told ? { [told]: ['a'] } : {}) });
  });

  const days = 86_400_000;
  test.each<[string, was: SiteState, state: SiteState, Partial<Visits>, 'stopped' | 'arriving' | undefined]>([
    ['none since before', 'tracking', 'quiet', { last: 14 * days }, 'stopped'],
    ['some after that check', 'counted', 'quiet', { last: 21 * days }, 'stopped'],
    ['already none a week before that check', 'tracking', 'quiet', { last: 13 * days - 1 }, undefined],
    ['never any', 'tracking', 'quiet', { last: null, week: 0 }, undefined],
    ['none before either', 'quiet', 'quiet', { last: 14 * days }, undefined],
    ['no code and none any more', 'counted', 'missing', { week: 0 }, 'stopped'],
    ['no code and not told', 'counted', 'missing', {}, undefined],
    ['never code', 'missing', 'missing', { week: 0 }, undefined],
    ['some this week', 'quiet', 'tracking', { week: 1 }, 'arriving'],
    ['one since', 'quiet', 'tracking', { last: 20 * days + 1 }, 'arriving'],
    ['none since, though its code is new', 'quiet', 'tracking', { last: 20 * days, week: 0 }, undefined],
    ['without code', 'quiet', 'counted', { week: 2 }, 'arriving'],
    ['as ever', 'tracking', 'tracking', { week: 2 }, undefined],
  ])('whether visits have stopped or arrive again: %s', (_what, was, state, visits, told) => {
    const before = { ...past({ a: was }), at: 20 * days };
    const changes = changesBetween([before], [{ host: 'a', look: lookIn(state, visits) }]);
    expect(changes).toMatchObject({ stopped: [], arriving: [], ...(told ? { [told]: ['a'] } : {}) });
  });

  test.each<[string, before: SiteState[], told: string[]]>([
    ['whose service was not asked', ['tracking', 'tracking'], ['a']],
    ['that did not reach the site', ['tracking', 'silent', 'unsure', 'tracking'], ['a']],
    ['that told it', ['tracking', 'quiet'], []],
    ['that found no code', ['tracking', 'missing', 'tracking'], []],
  ])('visits that stopped before a check %s are told by the next', (_what, states, told) => {
    const before = states.map((state, week) => ({ ...past({ a: state }), at: (20 + 7 * week) * days }));
    const look = lookIn('quiet', { last: 19 * days, week: 0 });
    expect(changesBetween(before, [{ host: 'a', look }]).stopped).toEqual(told);
  });

  test('what was told last counts: not what could not be told, nor an audit that the site was not in', () => {
    const before = [past({ a: 'missing' }), past({ a: 'tracking' }), past({ a: 'unsure' }), past({ b: 'tracking' })];
    expect(changesBetween(before, found({ a: 'missing', b: 'tracking' })).lost).toEqual(['a']);
    expect(changesBetween([], found({ a: 'missing' })).lost).toEqual([]);
  });

  test('a site that did not answer in between has lost its code, too', () => {
    const before = [past({ a: 'tracking', b: 'missing' }), past({ a: 'silent', b: 'silent' }), past({ a: 'unsure' })];
    const changes = changesBetween(before, found({ a: 'missing', b: 'missing' }));
    expect(changes).toEqual({ ...none, lost: ['a'], changed: ['a', 'b'] });
  });

  test('a site’s line, also for names of the language', () => {
    const audits = [past({ a: 'missing' }), past({}), past(JSON.parse('{"a":"tracking","constructor":"silent"}'))];
    expect(linesOf(audits).get('a')).toEqual([
      { at: 1, state: 'missing' },
      { at: 1, state: 'tracking' },
    ]);
    expect(linesOf(audits).get('constructor')).toEqual([{ at: 1, state: 'silent' }]);
    expect(linesOf([{ ...past({}), sites: [['a', 99]] }]).size).toBe(0);
    const many = linesOf(Array.from({ length: 20 }, () => past({ a: 'missing' })));
    expect(lineBefore({ total: 1 }, { at: 0, key: 'a' }, many)).toHaveLength(12);
  });

  const twelve = (states: Record<string, SiteState>) => Array.from({ length: 12 }, () => past(states));
  const both = past({ a: 'tracking', b: 'missing' });
  const [seen, silent] = [past({ a: 'tracking' }), past({ a: 'silent' })];
  test.each<[string, PastAudit[], later: Record<string, SiteState>, Record<string, string>[]]>([
    ['all that no later one tells', [both], { c: 'tracking' }, [{ a: 'tracking', b: 'missing' }]],
    ['nothing that a later one tells', [both], { b: 'tracking' }, [{ a: 'tracking' }]],
    ['nothing at all', [seen], { a: 'missing' }, []],
    ['what says nothing: never', [past({ a: 'unsure' })], { a: 'unsure' }, []],
    ['its code, where it did not answer since', [seen, silent], { a: 'silent' }, [{ a: 'tracking' }]],
    ['its code and its silence, not told since', [seen, silent], { a: 'unsure' }, [{ a: 'tracking' }, { a: 'silent' }]],
  ])('beyond the last twelve is kept %s', (_name, first, later, kept) => {
    const audits = [...first, ...twelve(later)];
    const rest = worthKeeping(audits).slice(0, -12);
    expect(rest.map((audit) => Object.fromEntries(statesOf(audit)))).toEqual(kept);
    expect(worthKeeping(audits).slice(-12)).toEqual(audits.slice(-12));
  });

  test('checks of a few sites displace nothing of the others', () => {
    const few = Array.from({ length: 12 }, (_, at) => past({ [`fixed${at}`]: 'tracking' }));
    const audits = [past({ a: 'tracking' }), past({ a: 'missing' }), ...few];
    const kept = audits.reduce<PastAudit[]>((before, audit) => worthKeeping(before.concat(audit)), []);
    expect(kept).toEqual(audits);
  });

  test('what changed is told the same from what is kept, audit after audit', async () => {
    const states = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.constantFrom(...siteStates));
    const mostlyFew = fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: states });
    await forAny([fc.array(mostlyFew, { minLength: 13, maxLength: 60 }), states], (all, last) => {
      const audits = all.map(past);
      const kept = audits.reduce<PastAudit[]>((before, audit) => worthKeeping(before.concat(audit)), []);
      expect(changesBetween(kept, found(last))).toEqual(changesBetween(audits, found(last)));
      expect(kept.length).toBeLessThanOrEqual(12 + 2 * 4);
    });
  });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a state of no kind', { state: 'fine', trackers: [] }],
  ['no trackers', { state: 'missing' }],
  ['too many trackers', { state: 'missing', trackers: Array(101).fill({ name: 'a', is: 'counter', ids: [] }) }],
  ['a tracker without ids', { state: 'missing', trackers: [{ name: 'a', is: 'counter' }] }],
  ['a long text', { state: 'file', about: 'x'.repeat(201), trackers: [] }],
])('%s is no look', (_name, value) => {
  expect(isSiteLook(value)).toBe(false);
});

test('the states keep their places, by which audits are stored', () => {
  const first = ['missing', 'blocked', 'other', 'silent', 'elsewhere', 'file', 'unsure', 'tracking'];
  expect(siteStates).toEqual([...first, 'quiet', 'counted']);
});
