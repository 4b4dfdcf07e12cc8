import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { hostChoices } from '../../../lib/hosts/choices.ts';
import { siteOf, siteOfText } from '../../../lib/hosts/parse.ts';
import { publicSuffixOf } from '../../../lib/hosts/publicSuffix.ts';
import { toUnicode } from '../../../lib/hosts/punycode.ts';
import { relatedHosts } from '../../../lib/hosts/variants.ts';
import { anySign } from '../util/anySign.ts';
import { forMany } from '../util/forAny.ts';
import { webUrl } from '../util/webUrl.ts';

const user = 'zuser';
const secret = 'zsecret';
const pieces =
  'http:// https:// https: view-source: blob: about:reader?url= read:// file: chrome:// // / \\ ? # @ : . .. , ; * % %2e %00 [ ] ::1 ::ffff: 127.1 0x7f 256 1 www. example com co.uk github.io localhost xn-- xn--a xn--p1ai é 食 。 _ - \u00ad \u200b \ufeff \t :8080 :443'.split(
    ' ',
  );
const text = fc.oneof(
  fc.string({ unit: anySign, maxLength: 60 }),
  fc.array(fc.constantFrom(...pieces, ' ', '\r\n'), { maxLength: 14 }).map((parts) => parts.join('')),
  webUrl,
  fc.domain(),
);
/** Addresses that hold a name, a password and a port before anything at all. */
const leaky = text.map((rest) => `https://${user}:${secret}@${rest.replace(/^https?:\/\//, '')}`);

function checkHost(host: string) {
  expect(host).toMatch(/^(\[[0-9a-f:]+\]|[a-z0-9_-]+(\.[a-z0-9_-]+)*)$/);
  expect(host.length).toBeLessThanOrEqual(253);
  expect(new URL(`http://${host}/`).host).toBe(host);
  expect(siteOf(`https://${host}:8443/`)).toMatchObject({ host });
  expect(siteOfText(host)).toMatchObject({ host });
}

it.each([
  ['siteOf', siteOf],
  ['siteOfText', siteOfText],
])('%s gives a bare host or a reason for any text', (_name, read) =>
  forMany(2000, [fc.oneof(text, leaky)], (input) => {
    const site = read(input);
    if ('host' in site) checkHost(site.host);
    else expect(site.refused).toMatch(/^[a-z-]+$/);
  }),
);

it('never gives user-info away', () =>
  forMany(2000, [leaky], (input) => {
    expect(JSON.stringify([siteOf(input), siteOfText(input)])).not.toMatch(/zuser|zsecret/);
  }));

it('offers distinct hosts, within the registrable domain and no suffix', async () => {
  const label = fc.constantFrom('www', 'a', 'co', 'uk', 'com', 'ck', 'jp', 'kobe', 'github', 'io', 'localhost');
  const labels = fc.array(label, { minLength: 1, maxLength: 6 });
  await forMany(500, [labels], (parts) => {
    const host = parts.join('.');
    const { registrable } = publicSuffixOf(host);
    const choices = hostChoices(host, registrable).map((one) => one.host);
    const others = [...choices, ...relatedHosts(host, registrable)].filter((one) => one !== host);
    expect(new Set(choices).size).toBe(choices.length);
    for (const other of others) expect([other, publicSuffixOf(other).registrable]).toEqual([other, registrable]);
    for (const other of others) expect(publicSuffixOf(other).publicSuffix).toBeUndefined();
  });
});

it('shows no name that means another host', async () => {
  const label = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.stringMatching(/^xn--[a-z0-9-]{1,20}$/),
    fc.string({ unit: fc.constantFrom(...'абвгдежзикморстухäöüßéαβγδ日本語한국어'), minLength: 1, maxLength: 20 }),
  );
  await forMany(1000, [label], (name) => {
    const raw = `http://${name}.com`;
    const host = URL.canParse(raw) ? new URL(raw).hostname : `${name}.com`;
    const shown = toUnicode(host);
    if (shown !== host) expect(new URL(`http://${shown}`).hostname).toBe(host);
  });
});
