import type { BrowserName } from './browsers.ts';

export const labels = {
  address: 'Analytics service address',
  seo: 'SEO service address',
  key: 'API key',
};
export type Box = keyof typeof labels;

export interface Row {
  what: string;
  /** `{at}` is the host and port of the service under test, `{key}` its key, `{own}` the extension's own origin. */
  typed: Partial<Record<Box, string>>;
  says: string;
  /** What stands in the box of the address afterwards, where it is not what was typed. */
  becomes?: string;
  /** Which hosts Waymark may talk to afterwards; the one of the service under test unless said. */
  access?: string[];
  /** What was sent: one reading of each list. Something is stored only where a service answers. */
  sent?: string[];
  /** What may be found nowhere. */
  secret?: string;
  /** In Firefox the browser would show its dialog. */
  only?: 'Chromium';
}

const service = 'http://{at}/app';
export const own = 'http://127.0.0.1/*';
const read = 'GET /app/api/v1/websites analytics';

/** Addresses that are mended, and the service reached. */
const mended: [what: string, typed: string][] = [
  ['as it should be', service],
  ['a slash at its end', `${service}/`],
  ['slashes at its end', `${service}///`],
  ['slashes within', 'http://{at}//app'],
  ["the interface's own path", `${service}/api/v1`],
  ["the interface's own path, a slash", `${service}/api/v1/`],
  ['one record of the interface', `${service}/api/v1/websites/7`],
  ['a query', `${service}?tab=api`],
  ['a fragment', `${service}#top`],
  ['two dots', 'http://{at}/x/../app'],
  ['two escaped dots', 'http://{at}/x/%2e%2e/app'],
  ['backslashes', 'http:\\\\{at}\\app'],
  ['no slashes after the scheme', 'http:{at}/app'],
  ['a capital scheme', 'HTTP://{at}/app'],
  ['white space around it', `  ${service}\t`],
  ['a line break after it', `${service}\r\n`],
  ['invisible characters', `\ufeff${service}\u200b`],
  ['quotes', `"${service}"`],
];

/** Addresses that are mended, of which only Chromium can be made to ask without its dialog. None of them answers. */
const elsewhere: [what: string, typed: string, becomes: string][] = [
  ['no scheme', 'stats.example.com', 'https://stats.example.com'],
  ['no scheme, a path', 'stats.example.com/app/', 'https://stats.example.com/app'],
  ['slashes for a scheme', '//stats.example.com', 'https://stats.example.com'],
  ['https: and no slashes', 'https:stats.example.com', 'https://stats.example.com'],
  ['a port, for which no access can be asked', 'https://stats.example.com:8443', 'https://stats.example.com:8443'],
  ['a dot at the end of the host', 'https://stats.example.com./app', 'https://stats.example.com/app'],
  ['capitals', 'HTTPS://Stats.Example.COM', 'https://stats.example.com'],
  ['an international name', 'https://bücher.example.com', 'https://xn--bcher-kva.example.com'],
];

const path = 'This path cannot be used.';
const host = 'This is not a valid address.';
const store = 'This is a page of an extension or a store';

/** Addresses that are refused; what was typed stays. */
const refused: [what: string, typed: string, says: string][] = [
  ['two dots and a semicolon', 'https://stats.example.com/..;/admin', path],
  ['a semicolon', 'https://stats.example.com/a;b', path],
  ['an escaped backslash', 'https://stats.example.com/a%5cb', path],
  ['twice escaped dots', 'https://stats.example.com/%252e%252e/a', path],
  ['http to another machine', 'http://192.168.0.7', 'Use https.'],
  ['http to a name that begins like this machine', 'http://localhost.example.com', 'Use https.'],
  ['another scheme', 'ftp://stats.example.com', 'Type an address that begins with https://'],
  ['a script', 'javascript:alert(1)', 'Type an address that begins with https://'],
  ['our own page', '{own}/options.html', store],
  ['the store of Chrome', 'https://chromewebstore.google.com/detail/x', store],
  ['the store of Firefox', 'https://addons.mozilla.org/firefox/addon/x', store],
  ['two dots at the end of the host', 'https://stats.example.com..', host],
  ['a name that cannot be', 'https://xn--a.example.com', host],
  ['an asterisk', 'https://*.example.com', host],
  ['two addresses', 'https://a.example.com https://b.example.com', host],
  ['2,100 characters', `https://stats.example.com/${'x'.repeat(2100)}`, host],
];

const hex = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b';
const asKey = 'This looks like an API key, so it was removed.';
const asUser = 'Leave out user name and password. They were removed.';

/** Addresses that are refused, and taken out of the box at once: they hold a secret. */
const secret: [what: string, typed: string, says: string, secret: string][] = [
  ['user-info', 'https://anna:made-up-sesame@stats.example.com', asUser, 'made-up-sesame'],
  ['user-info alone', 'made-up-sesame@stats.example.com', asUser, 'made-up-sesame'],
  ['a key', hex, asKey, hex],
  ['a key behind a scheme', `https://${hex}`, asKey, hex],
  ['a header with its key', `Authorization: Bearer ${hex}`, asKey, hex],
  ['the dots that hide a key', '••••••••', asKey, '••••••••'],
];

/** Keys that are mended, and sent as they are. */
const mendedKeys: [what: string, typed: string][] = [
  ['as it should be', '{key}'],
  ['white space around it', ' {key}\t'],
  ['a line break after it', '{key}\r\n'],
  ['Bearer', 'Bearer {key}'],
  ['single quotes', "'{key}'"],
  ['quotes and a comma, out of a file of settings', '"{key}",'],
  ['invisible characters', '\ufeff{key}\u200b'],
];

/** Keys that are refused; what was typed stays, and is told by its position at most. */
const refusedKeys: [what: string, typed: string, says: string][] = [
  ['none', '', 'Type the API key.'],
  ['a name in its place', 'Authorization: Bearer', 'Type the API key.'],
  ['a space within', 'made up-key-0001', 'There is a space or line break at character 5.'],
  ['a tab within', 'made-up\tkey-0001', 'There is a space or line break at character 8.'],
  ['an accent', 'made-up-kéy-0001', 'Character 10 cannot be part of a key.'],
  ['a letter that only looks like one', 'made-up-k\u0435y-0001', 'Character 10 cannot be part of a key.'],
  ['an emoji', '🔑made-up-key', 'Character 1 cannot be part of a key.'],
  ['dots', '••••••••••••', 'These dots stand for the key.'],
  ['asterisks', '************', 'These dots stand for the key.'],
  ['an address', 'https://stats.example.com/account/api', 'This is an address, not a key.'],
  ['seven characters', 'made-up', 'This is too short for an API key.'],
  ['4,097 characters', 'k'.repeat(4097), 'This is too long for an API key.'],
  ['20,000 characters', 'k'.repeat(20_000), 'This is too long for an API key.'],
];

export const rows: Row[] = [
  ...mended.map(
    ([what, address]): Row => ({
      what: `an address, ${what}`,
      typed: { address, key: '{key}' },
      says: 'Connected',
      becomes: service,
      sent: [read],
    }),
  ),
  {
    what: 'an address, this machine by its other name',
    typed: { address: 'http://[::1]:{port}/app', key: '{key}' },
    says: 'Connected',
    becomes: 'http://localhost:{port}/app',
    access: ['http://localhost/*'],
    sent: [read],
    only: 'Chromium',
  },
  {
    what: 'one address for both services: one access, one key',
    typed: { address: service, seo: service, key: '{key}' },
    says: 'Connected, 0 projects.',
    becomes: service,
    sent: ['GET /app/api/v1/projects seo', read],
  },
  ...elsewhere.map(
    ([what, address, becomes]): Row => ({
      what: `an address, ${what}`,
      typed: { address, key: '{key}' },
      says: 'cannot be reached',
      becomes,
      access: [own, `https://${new URL(becomes).hostname}/*`],
      sent: [],
      only: 'Chromium',
    }),
  ),
  ...refused.map(([what, address, says]): Row => ({ what: `no address, ${what}`, typed: { address }, says })),
  {
    what: 'no address, a line break within',
    typed: { address: 'http://{at}\r\n/app' },
    says: host,
    // Browsers paste it as a space.
    becomes: 'http://{at} /app',
  },
  ...secret.map(
    ([what, address, says, hidden]): Row => ({
      what: `no address, ${what}`,
      typed: { address },
      says,
      becomes: '',
      secret: hidden,
    }),
  ),
  ...mendedKeys.map(
    ([what, key]): Row => ({
      what: `a key, ${what}`,
      typed: { address: service, key },
      says: 'Connected',
      sent: [read],
    }),
  ),
  ...refusedKeys.map(
    ([what, key, says]): Row => ({
      what: `no key, ${what}`,
      typed: { address: service, key },
      says,
      secret: key || undefined,
    }),
  ),
];

/** Firefox parses, mends and shows with the same code: there it is enough to see every fourth row. */
export const rowsOf = (browser: BrowserName): Row[] =>
  rows.filter(({ only }, index) => browser === 'Chromium' || (!only && index % 4 === 0));
