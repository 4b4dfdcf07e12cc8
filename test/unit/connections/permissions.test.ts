import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import {
  dropOtherAccess,
  dropPermission,
  hasAccess,
  hasPermission,
  requestAccess,
  requestPermission,
} from '@/lib/connections/permissions.ts';

const calls: [string, unknown][] = [];
const note = (verb: string) => async (asked: unknown) => {
  calls.push([verb, asked]);
  return true;
};

beforeEach(() => {
  calls.splice(0);
  Object.assign(fakeBrowser, {
    permissions: { contains: note('contains'), request: note('request'), remove: note('remove') },
  });
});

const urls = ['https://stats.example:8443/sub', 'http://localhost:4620'];
const origins = ['https://stats.example/*', 'http://localhost/*'];

test.each<[string, () => Promise<boolean>, string, object]>([
  ['looks whether it may talk to the addresses', () => hasAccess(urls), 'contains', { origins }],
  ['asks for just these', () => requestAccess(urls), 'request', { origins }],
  ['looks for notifications', () => hasPermission('notifications'), 'contains', { permissions: ['notifications'] }],
  ['asks for them', () => requestPermission('notifications'), 'request', { permissions: ['notifications'] }],
  ['gives them back', () => dropPermission('notifications'), 'remove', { permissions: ['notifications'] }],
  ['asks for tabs', () => requestPermission('tabs'), 'request', { permissions: ['tabs'] }],
  ['gives them back too', () => dropPermission('tabs'), 'remove', { permissions: ['tabs'] }],
])('%s', async (_name, act, verb, asked) => {
  const done = act();
  // In the same moment: a browser refuses what is asked for after the click.
  expect(calls).toEqual([[verb, asked]]);
  expect(await done).toBe(true);
});

test.each<[string, string[], string[]]>([
  ['the address before', [...origins, 'https://old.example/*'], ['https://old.example/*']],
  ['what is in use stays', origins, []],
  ['all sites at once, which only the person grants, stay', ['*://*/*', 'https://*/*', 'https://*.example/*'], []],
])('gives back the access to other addresses: %s', async (_name, granted, given) => {
  Object.assign(fakeBrowser.permissions, { getAll: async () => ({ origins: granted }) });
  await dropOtherAccess(urls);
  expect(calls).toEqual(given.length ? [['remove', { origins: given }]] : []);
});
