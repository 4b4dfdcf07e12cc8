import { expect, test } from 'vitest';
import { plan } from '../../tools/stores.ts';

const firefox = { FIREFOX_EXTENSION_ID: 'id', FIREFOX_JWT_ISSUER: 'user', FIREFOX_JWT_SECRET: 'made-up' };
const edge = { EDGE_PRODUCT_ID: 'id', EDGE_CLIENT_ID: 'id', EDGE_API_KEY: 'made-up' };

test.for<[string, Record<string, string>, string[], string[]]>([
  ['nothing set', {}, [], ['chrome', 'edge', 'firefox']],
  ['one store', firefox, ['firefox'], ['chrome', 'edge']],
  ['two stores', { ...firefox, ...edge }, ['edge', 'firefox'], ['chrome']],
  ['a half of one', { FIREFOX_JWT_ISSUER: 'user' }, [], ['chrome', 'edge', 'firefox']],
  ['set to nothing', { ...edge, EDGE_API_KEY: '' }, [], ['chrome', 'edge', 'firefox']],
])('%s', ([, env, ready, lacking]) => {
  const found = plan(env, (kind) => `${kind}.zip`);
  expect(found.ready).toEqual(ready);
  expect(Object.keys(found.lacking)).toEqual(lacking);
});

test('Chrome is reached by the interface that takes a service account', () => {
  const chrome = Object.fromEntries(
    ['EXTENSION_ID', 'PUBLISHER_ID', 'SERVICE_ACCOUNT_CLIENT_EMAIL', 'SERVICE_ACCOUNT_PRIVATE_KEY'].map((name) => [
      `CHROME_${name}`,
      'made-up',
    ]),
  );
  const { args } = plan(chrome, (kind) => `${kind}.zip`);
  expect(args).toEqual(['--chrome-zip', 'chrome.zip', '--chrome-api-version', 'v2']);
});

test('Firefox gets the sources too, and no secret becomes an argument', () => {
  const { args } = plan(firefox, (kind) => `${kind}.zip`);
  expect(args).toEqual(['--firefox-zip', 'firefox.zip', '--firefox-sources-zip', 'sources.zip']);
});
