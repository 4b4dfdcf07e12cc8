import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Name } from '@/lib/messages/ask.ts';
import { commands } from '@/lib/messages/commands.ts';

type Command = Extract<Name, keyof typeof commands>;
const takes = (name: Command, input: unknown) => z.safeParse(commands[name], input).success;
const key = 'made-up-key-0001';
const job = { id: 'j-1', kind: 'create', items: [{ key: 'a.example' }], fields: {}, speed: 'fast' };
const header = { name: 'X-Proxy', value: 'made up' };
const saving = (analytics: object) => ({ services: { analytics }, keep: 'always' });
const address = `https://${'a'.repeat(2048)}`;

const served: [Command, unknown][] = [
  ['websites.show', { id: '7' }],
  ['websites.show', { id: '7', domain: 'a.example/a' }],
  ['websites.delete', { id: '7', domain: 'a.example/a' }],
  ['websites.update', { id: '7', privacy: 0 }],
  ['websites.update', { id: '7', privacy: 0, domain: 'a.example/a', sent: { privacy: 1 } }],
  ['websites.create', { domain: 'a.example' }],
  ['websites.create', { domain: 'a.example', privacy: 0, despiteUnknown: true }],
  ['websites.create', { domain: 'a.example', again: 5 }],
  ['websites.hits', { ids: ['7'], last: true, week: true, shown: true, fresh: true }],
  ['site.check', { host: 'a.example' }],
  ['site.suffixes', { hosts: Array(5000).fill('a'.repeat(253)) }],
  ['connection.status', {}],
  ['connection.save', { services: { analytics: { url: 'https://a.example' } }, keep: 'always' }],
  ['connection.save', { services: { analytics: { url: 'a', key }, seo: { url: 'b', key } }, keep: 'session' }],
  [
    'connection.save',
    { services: { analytics: { url: 'a' }, seo: { url: 'b', copyOf: 'analytics' } }, keep: 'always' },
  ],
  ['connection.save', { ...saving({ url: 'a' }), headers: [header] }],
  ['connection.test', {}],
  ['connection.identify', { page: 'https://a.example/b?c' }],
  ['keys.forget', { service: 'analytics' }],
  ['keys.defaultPassword', { password: '' }],
  ['keys.defaultPassword', { connection: 'b', password: 'made up' }],
  ['keys.forgetHeader', { connection: 'b', name: 'X-Proxy' }],
  ['jobs.start', job],
  ['jobs.start', { ...job, kind: 'update', items: [{ key: 'a', id: '7', absentAt: 5 }] }],
  ['jobs.start', { ...job, kind: 'update', items: [{ key: 'a', id: '7' }] }],
  ['jobs.start', { ...job, fields: { privacy: 2, email: 1, exclude_bots: 0, exclude_params: [''], exclude_ips: [] } }],
  ['jobs.start', { ...job, items: [{ key: 'a.example', despiteUnknown: true }] }],
  ['jobs.start', { ...job, password: { way: 'each' } }],
  ['jobs.start', { ...job, password: { way: 'common', password: 'made up' }, speed: 'careful' }],
  ['jobs.start', { ...job, kind: 'audit', repeat: 'month' }],
  ['jobs.pause', { id: 'j' }],
  ['jobs.resume', { id: 'J_1' }],
  ['jobs.cancel', { id: 'x'.repeat(64) }],
  ['jobs.retry', { id: 'j' }],
  ['jobs.retry', { id: 'j', rest: true, password: 'made up' }],
  ['jobs.retry', { id: 'j', unknown: 'look' }],
  ['jobs.retry', { id: 'j', unknown: 'send', password: 'made up' }],
  ['jobs.undo', { id: 'j' }],
  ['jobs.dismiss', { id: 'j' }],
  ['jobs.passwords', { id: 'j' }],
  ['jobs.erasePasswords', { id: 'j', count: 3 }],
  ['audits.looked', { id: 'j', at: 3, look: { state: 'tracking', trackers: [] } }],
  ['audits.repeat', { on: true }],
  ['settings.damaged', {}],
  ['settings.reset', { part: 'keys' }],
  ['jobs.ping', {}],
  ['jobs.ping', { seen: 'tracking' }],
  ['connection.remove', { connection: 'main' }],
  ['connection.rule', { connection: 'main', host: 'a.example' }],
  ['websites.delete', { id: '7', domain: 'a.example', still: { privacy: 1, exclude_params: [], id: '7', name: 'A' } }],
  ['records.refresh', {}],
  ['records.refresh', { connection: 'b' }],
  ['records.stop', {}],
  ['records.forget', {}],
  ['records.forget', { connection: 'b' }],
  ['records.told', {}],
  ['stored', { read: 'allJobs', args: [] }],
  ['stored', { read: 'someItemsOf', args: ['j', ['done', 'failed'], 0, 50] }],
  ['stored', { read: 'someItemsOf', args: ['j', null, 0, 50] }],
];

describe('what pages may ask', () => {
  test.each(served)('%s %j', (name, input) => {
    expect(takes(name, input)).toBe(true);
  });

  test.each<[Command, string, unknown]>([
    ['websites.show', 'an empty domain', { id: '7', domain: '' }],
    ['websites.create', 'a press at no moment', { domain: 'a.example', again: '5' }],
    ['jobs.retry', 'no such wish', { id: 'j', unknown: 'forget' }],
    ['websites.delete', 'no domain that was confirmed', { id: '7' }],
    ['websites.delete', 'an empty domain', { id: '7', domain: '' }],
    ['websites.delete', 'no id', { domain: 'a.example' }],
    ['websites.delete', 'more than asked', { id: '7', domain: 'a.example', more: 1 }],
    ['websites.update', 'an empty domain', { id: '7', privacy: 0, domain: '' }],
    ['websites.update', 'settings that none has', { id: '7', domain: 'a.example', sent: { privacy: 9 } }],
    ['stored', 'what no page may read', { read: 'secretOf', args: ['j'] }],
    ['stored', 'an input that is none', { read: 'itemsOf', args: [{ id: 'j' }] }],
    ['stored', 'too many inputs', { read: 'itemsOf', args: ['j', 'a', 'b', 'c', 'd'] }],
    ['site.check', 'no host', { host: '' }],
    ['site.check', 'a host longer than any', { host: 'a'.repeat(254) }],
    ['site.check', 'no text', { host: 5 }],
    ['site.check', 'more than asked', { host: 'a.example', more: 1 }],
    ['connection.save', 'an address too long', saving({ url: address })],
    ['connection.save', 'no address', saving({ key })],
    ['connection.save', 'more than asked', saving({ url: 'a', port: 1 })],
    ['connection.save', 'another way to keep', { ...saving({ url: 'a' }), keep: 'sync' }],
    ['connection.save', 'no way to keep', { services: { analytics: { url: 'a' } } }],
    ['connection.save', 'a key too short', saving({ url: 'a', key: 'short' })],
    ['connection.save', 'a key with a blank', saving({ url: 'a', key: 'made up key' })],
    ['connection.save', 'a key with a line break', saving({ url: 'a', key: `${key}\r\nX: y` })],
    ['connection.save', 'a copy of no service', saving({ url: 'a', copyOf: 'mail' })],
    ['connection.save', 'an old page', { analyticsUrl: 'https://a.example', apiKey: key, keep: 'always' }],
    ['connection.remove', 'no connection', {}],
    ['connection.rule', 'no host', { connection: 'main' }],
    ['websites.delete', 'settings that none has', { id: '7', domain: 'a.example', still: { privacy: 9 } }],
    ['connection.status', 'an id that is none', { connection: 'a b' }],
    ['keys.forget', 'no service', {}],
    ['connection.save', 'a header without a value', { ...saving({ url: 'a' }), headers: [{ ...header, value: '' }] }],
    ['connection.save', 'too many headers', { ...saving({ url: 'a' }), headers: Array(11).fill(header) }],
    ['keys.forgetHeader', 'no name', { connection: 'b' }],
    ['jobs.start', 'no items', { ...job, items: [] }],
    ['jobs.start', 'too many items', { ...job, items: Array(50_001).fill({ key: 'a' }) }],
    ['jobs.start', 'an item without a name', { ...job, items: [{ key: '' }] }],
    ['jobs.start', 'a moment that is none', { ...job, items: [{ key: 'a', absentAt: Number.NaN }] }],
    ['jobs.start', 'another kind', { ...job, kind: 'purge' }],
    ['jobs.start', 'a privacy that is none', { ...job, fields: { privacy: 3 } }],
    ['jobs.start', 'a flag that is none', { ...job, fields: { email: true } }],
    ['jobs.start', 'too many lines', { ...job, fields: { exclude_ips: Array(1001).fill('a') } }],
    ['jobs.start', 'a line too long', { ...job, fields: { exclude_params: ['a'.repeat(2049)] } }],
    ['jobs.start', 'one password for all, and none given', { ...job, password: { way: 'common' } }],
    ['jobs.start', 'generated ones, and one given', { ...job, password: { way: 'each', password: 'made up' } }],
    ['jobs.start', 'a password that is empty', { ...job, password: { way: 'common', password: '' } }],
    ['jobs.pause', 'an id with a slash', { id: 'a/b' }],
    ['jobs.resume', 'an id too long', { id: 'x'.repeat(65) }],
    ['jobs.retry', 'no id', { rest: true }],
    ['audits.looked', 'no state', { id: 'j', at: 3, look: { state: 'constructor', trackers: [] } }],
    ['audits.looked', 'a long text', { id: 'j', at: 3, look: { state: 'file', about: 'x'.repeat(201), trackers: [] } }],
    ['audits.looked', 'no tracker', { id: 'j', at: 3, look: { state: 'tracking', trackers: [null] } }],
    ['settings.reset', 'a part that is none', { part: 'constructor' }],
    ['jobs.ping', 'no object', null],
  ])('%s: not %s', (name, _what, input) => {
    expect(takes(name, input)).toBe(false);
  });

  test('every question has a row above, and its form is made once', () => {
    expect(new Set(served.map(([name]) => name))).toEqual(new Set(Object.keys(commands)));
    expect(commands['jobs.start']).toBe(commands['jobs.start']);
  });
});
