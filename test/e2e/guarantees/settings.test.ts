import type { Page } from 'puppeteer-core';
import { describe, expect, test, vi } from 'vitest';
import type { LoggedRequest, Sandbox } from '../../sandbox/sandbox.ts';
import { control, paste, press, shows, type } from '../harness/controls.ts';
import { allowHost } from '../harness/permissions.ts';
import { type BrowserName, engines, playOn, type Stage, type Subject } from './browsers.ts';

/** The names of the boxes. */
const labels = { address: 'Analytics service address', seo: 'SEO service address', key: 'API key' };
type Box = keyof typeof labels;

interface Row {
  what: string;
  /** In the texts, `{at}` is the host and port of the service under test, `{port}` the port alone, `{key}` its key. */
  typed: Partial<Record<Box, string>>;
  says: string;
  /** The text of the address box afterwards, if it is not the typed one. */
  becomes?: string;
  /** The hosts that Waymark may access afterwards; by default that of the service under test. */
  access?: string[];
  /** The requests: one reading of each list. Nothing is stored unless a service answers. */
  sent?: string[];
  /** A text that must not occur anywhere. */
  secret?: string;
  /** Set if Firefox would show its permission dialog. */
  only?: 'Chromium';
}

const service = 'http://{at}/app';
const own = 'http://127.0.0.1/*';
const read = 'GET /app/api/v1/websites analytics';
const connected = { says: 'Connected', becomes: service, sent: [read] };
const unreachable = { says: 'cannot be reached', sent: [], only: 'Chromium' as const };

/** One row of each sort, and those in which browsers change a text or an address. The others are in unit tests. */
const rows: Row[] = [
  { what: 'an address and a key as they should be', typed: { address: service, key: '{key}' }, ...connected },
  {
    what: 'both with what copying leaves around them',
    typed: { address: `\ufeff"${service}/api/v1/"\r\n`, key: ' Bearer {key}\r\n' },
    ...connected,
  },
  {
    what: 'this machine by its other name',
    typed: { address: 'http://[::1]:{port}/app', key: '{key}' },
    ...connected,
    becomes: 'http://localhost:{port}/app',
    access: ['http://localhost/*'],
    only: 'Chromium',
  },
  {
    what: 'one address for both services: one access, one key',
    typed: { address: service, seo: service, key: '{key}' },
    ...connected,
    says: 'Connected, 0 projects.',
    sent: ['GET /app/api/v1/projects seo', read],
  },
  {
    what: 'a port, for which no access can be asked',
    typed: { address: 'stats.example.com:8443', key: '{key}' },
    becomes: 'https://stats.example.com:8443',
    access: [own, 'https://stats.example.com/*'],
    ...unreachable,
  },
  {
    what: 'an international name',
    typed: { address: 'https://bücher.example.com', key: '{key}' },
    becomes: 'https://xn--bcher-kva.example.com',
    access: [own, 'https://xn--bcher-kva.example.com/*'],
    ...unreachable,
  },
  {
    what: 'an address that may not be asked, which stays',
    typed: { address: 'http://192.168.0.7' },
    says: 'Use https.',
  },
  {
    what: 'an address with a line break within, which browsers paste as a space',
    typed: { address: 'http://{at}\r\n/app' },
    says: 'This is not a valid address.',
    becomes: 'http://{at} /app',
  },
  {
    what: 'an address with a password, which goes',
    typed: { address: 'https://anna:made-up-sesame@stats.example.com' },
    says: 'The user name and password were removed from the address.',
    becomes: '',
    secret: 'made-up-sesame',
  },
  {
    what: 'a key that is none, which stays and is told by its position at most',
    typed: { address: service, key: 'made up-key-0001' },
    says: 'There is a space or line break at character 5.',
    secret: 'made up-key-0001',
  },
];
const rowsOf = (browser: BrowserName) => rows.filter(({ only }) => !only || only === browser);

/** Types a text if a keyboard can; otherwise pastes it. */
async function put(page: Page, name: string, text: string): Promise<void> {
  await (await control(page, 'textbox', name)).focus();
  await (/^[\x20-\x7e]*$/.test(text) ? type : paste)(page, text);
}

/** Returns the texts of boxes, the stored data, and the places in which a text occurs: `keys` is its own record. */
const look = (page: Page, names: string[], text: string) =>
  page.evaluate(
    async (wanted, labelled) => {
      const [local, session] = await Promise.all([chrome.storage.local.get(null), chrome.storage.session.get(null)]);
      const { connections, keys, ...others } = local as Record<string, { value: { list: { analyticsUrl: string }[] } }>;
      const places = { page: document.documentElement.outerHTML, keys, others, connections, session };
      const all = [...document.querySelectorAll('label')];
      const boxOf = (name: string) => all.find(({ textContent }) => textContent === name)?.control as HTMLInputElement;
      return {
        boxes: labelled.map((name) => boxOf(name)?.value),
        stored: (connections?.value.list ?? []).map(({ analyticsUrl }) => analyticsUrl),
        keys: Object.keys(keys?.value ?? {}),
        found: Object.entries(places).flatMap(([name, place]) =>
          wanted && JSON.stringify(place ?? '').includes(JSON.stringify(wanted).slice(1, -1)) ? name : [],
        ),
      };
    },
    text,
    names,
  );

const described = ({ method, path: at, key, keyOk, operation }: LoggedRequest) =>
  `${method} ${at} ${keyOk ? (operation?.startsWith('projects') ? 'seo' : 'analytics') : `a wrong key (${key})`}`;

/** Restores the initial state: nothing is stored, and only the host of the service under test is accessible. */
const forget = (page: Page) =>
  page.evaluate(async () => {
    await Promise.all([chrome.storage.local.clear(), chrome.storage.session.clear()]);
    const { origins = [] } = await chrome.permissions.getAll();
    const others = origins.filter((origin) => !/extension:|127\.0\.0\.1/.test(origin));
    if (others.length) await chrome.permissions.remove({ origins: others });
  });

/** Returns the hosts that Waymark may access. Access that is no longer needed ends once the service has answered. */
async function access(page: Page, wanted: string[]): Promise<string[]> {
  const now = () =>
    page.evaluate(async () => {
      const { origins = [] } = await chrome.permissions.getAll();
      return origins.filter((origin) => !/extension:/.test(origin)).sort();
    });
  await vi.waitUntil(async () => String(await now()) === String(wanted)).catch(() => undefined);
  return now();
}

async function observe(subject: Subject, sandbox: Sandbox, fill: (text: string) => string, row: Row) {
  const before = sandbox.log.length;
  const page = await subject.open('options.html');
  const typed = Object.entries(row.typed) as [Box, string][];
  if (row.typed.seo) await press(page, 'button', 'More');
  for (const [box, text] of typed) await put(page, labels[box], fill(text));
  await press(page, 'button', 'Save and test');
  const says = await shows(page, row.says).then(
    () => true,
    async () => page.evaluate(() => document.querySelector('form')?.textContent ?? ''),
  );
  // The list replaces the form of the first connection. The address is shown in the connection's own view.
  if (row.sent?.length) {
    await page.waitForSelector('.connections');
    await page.evaluate(() => location.assign('#connection/main'));
    await control(page, 'textbox', labels.address);
  }
  const boxes = typed.map(([box]) => labels[box]);
  const secretText = fill(row.secret ?? row.typed.key ?? '').trim();
  const seen = {
    says,
    // The box for a key closes once the key is stored.
    ...(await look(page, row.sent ? [labels.address] : boxes, row.sent ? sandbox.key : secretText)),
    access: await access(page, row.access ?? [own]),
    // Leaves out the requests without a key, which recognise the service. A refused address causes no request.
    sent: sandbox.log
      .slice(before)
      .filter(({ key }) => !row.sent || key !== 'none')
      .map(described)
      .sort(),
  };
  await forget(page);
  await page.close();
  return seen;
}

async function play({ browser, subject, sandbox, web }: Stage) {
  const { host: at, port } = new URL(sandbox.url);
  const fill = (text: string) =>
    text.replaceAll('{at}', at).replaceAll('{port}', port).replaceAll('{key}', sandbox.key);
  await subject.grant();
  if (subject.session)
    for (const pattern of ['https://*/*', 'http://localhost/*']) await allowHost(subject.session, pattern);
  const seen: Awaited<ReturnType<typeof observe>>[] = [];
  for (const row of rowsOf(browser)) seen.push(await observe(subject, sandbox, fill, row));
  return { seen, fill, visits: [...web.visits], sandbox };
}

const played = playOn(engines, play, { service: { basePath: '/app' }, isConnected: false });

/** Returns the expected result of accepted texts: stored and sent, or neither if no service answers. */
const taken = (address: string, sent: string[], hasSeo: boolean) => ({
  boxes: [address],
  ...(sent.length
    ? { stored: [address], keys: hasSeo ? ['main:analytics', 'main:seo'] : ['main:analytics'], found: ['keys'] }
    : { stored: [], keys: [], found: [] }),
  sent,
});

/** Returns the expected result of refused texts: nothing is stored or sent. The texts stay unless they are secret. */
const refused = (address: string, { typed, secret }: Row) => ({
  boxes: [address, ...(typed.key === undefined ? [] : [typed.key])],
  stored: [],
  keys: [],
  found: secret ? [] : expect.any(Array),
  sent: [],
});

describe.each(engines)('%s: typed into the settings', (browser) => {
  test.each(rowsOf(browser).map((row, index) => ({ ...row, index })))('$what', async (row) => {
    const { seen, fill } = await played(browser);
    const address = fill(row.becomes ?? row.typed.address ?? '');
    const left = row.sent ? taken(address, row.sent, !!row.typed.seo) : refused(address, row);
    expect(seen[row.index]).toEqual({ says: true, access: row.access ?? [own], ...left });
  });

  test('no other host heard of any of it', async () => {
    const { visits, sandbox } = await played(browser);
    // Browsers look for their own updates.
    expect(visits.filter((visit) => !/\.googleapis\.com\/|\.google\.com\//.test(visit))).toEqual([]);
    // Waymark asks the service's own address which kind of service it is.
    const isQuestion = ({ service: at, key, path }: LoggedRequest) =>
      at === 'site' && key === 'none' && /\/(api\/heartbeat|index\.php)$/.test(path);
    const others = sandbox.log.filter(({ service: at }) => at === 'foreign' || at === 'site');
    expect(others.filter((one) => !isQuestion(one))).toEqual([]);
  });
});
