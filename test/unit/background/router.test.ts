import { describe, expect, test, vi } from 'vitest';
import { onMessage } from '@/lib/background/router.ts';
import { askAsPage, ownPage } from './ask.ts';

const { url: ours, origin } = ownPage;
const page = { ...ownPage, url: `${ours}options.html` };

const evil = { origin: 'https://evil.example', url: 'https://evil.example/' };
const blob = `blob:${ours}x`;

const senders: [string, object, boolean][] = [
  ['a page of ours in a tab', page, true],
  ['the popup, which has no frame', { ...page, frameId: undefined }, true],
  ['a page of ours where the browser tells no origin', { ...page, origin: undefined }, true],
  ['nothing at all', {}, false],
  ['our id and a frame', { id: page.id, frameId: 0 }, false],
  ['a content script: our id, the page as origin', { ...page, ...evil }, false],
  ['a content script where the browser tells no origin', { ...page, origin: undefined, url: evil.url }, false],
  ['a web page', { ...evil, frameId: 0 }, false],
  ['a page of ours in a frame', { ...page, frameId: 6 }, false],
  ['a page of ours in a Firefox frame', { ...page, frameId: 6442450945 }, false],
  ['another extension', { ...page, id: 'other', origin: 'chrome-extension://other' }, false],
  ['another extension that claims our origin', { ...page, id: 'other' }, false],
  ['our origin as a part of another', { ...page, origin: `${origin}.evil.example` }, false],
  ['the null origin', { ...page, origin: 'null' }, false],
  ['a file', { ...page, origin: 'file://', url: 'file:///etc/passwd' }, false],
  ['a blob of ours without an origin, in a frame', { ...page, origin: undefined, url: blob, frameId: 3 }, false],
  ['our address as the path of another', { ...page, origin: undefined, url: `https://evil.example/${ours}` }, false],
  ['a broken address', { ...page, origin: undefined, url: '::' }, false],
];

const question = { ask: 'connection.status', input: {}, id: '1' };

test.each(senders)('who is served: %s', (_name, sender, served) => {
  expect(onMessage(question, sender as never, vi.fn())).toBe(served ? true : undefined);
});

test.each<[string, unknown]>([
  ['null', null],
  ['no name', { input: {}, id: '1' }],
  ['no id', { ask: 'connection.status', input: {} }],
  ['a name that is no text', { ask: 1, input: {}, id: '1' }],
  ['a cancel of nothing', { cancel: 'unknown' }],
])('what is no question is left alone: %s', (_name, message) => {
  expect(onMessage(message, page as never, vi.fn())).toBeUndefined();
});

const account = 'https://stats.example.net';
const questions: [string, unknown, unknown][] = [
  ['nonsense', {}, { kind: 'rejected', code: 'unknown-name' }],
  ['__proto__', {}, { kind: 'rejected', code: 'unknown-name' }],
  ['site.check', {}, { kind: 'rejected', fields: { host: [expect.any(String)] } }],
  ['site.check', { host: 5 }, { kind: 'rejected', fields: { host: [expect.any(String)] } }],
  ['websites.delete', { id: '..', domain: 'a' }, { kind: 'rejected', fields: { id: [expect.any(String)] } }],
  ['websites.list', { per_page: 30 }, { kind: 'rejected', fields: { per_page: [expect.any(String)] } }],
  ['websites.list', {}, { kind: 'setup', code: 'no-address' }],
];

describe('every question that is served is answered', () => {
  test.each(questions)('%s %j', async (name, input, problem) => {
    expect(await askAsPage(name, input, { account })).toEqual({ ok: false, problem });
  });

  test('a good one with its value', async () => {
    const none = { key: 'none' };
    expect(await askAsPage('connection.status', {})).toEqual({ ok: true, value: { analytics: none, seo: none } });
  });
});
