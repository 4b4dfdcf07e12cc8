import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import type { LoggedRequest } from '../../sandbox/sandbox.ts';
import { engines, type Stage as Proof, playOn } from './browsers.ts';
import { answers, exported, hearConsoles, kept, onScreen, shown } from './secrets.ts';
import { type Kinds, placesOf, startKinds, useKinds } from './secretsKinds.ts';
import { generated, host, type Secret, type Stage, secrets, steps } from './secretsSteps.ts';

interface Played {
  seen: Map<string, string>;
  records: string;
  /** The passwords that were generated for sites. */
  made: string[];
  log: LoggedRequest[];
  /** The places of the key in the requests of each of the other kinds. */
  ofKinds: Record<keyof Kinds, Set<string>>;
  /** The parts of the extension's storage that scripts in a page could read. Only Chromium prevents that. */
  read: string[];
}

/** Runs scripts of the extension in a page that it may access: in an isolated world, and in the page's own. */
async function readFromPages({ subject, sandbox }: Stage): Promise<string[]> {
  if (!subject.session) return [];
  const page = await subject.open('manifest.json');
  return page.evaluate(
    `(async (start) => {
      const { id: tabId } = (await chrome.tabs.query({})).find(({ url }) => url?.startsWith(start));
      const func = async (area) => {
        try { return JSON.stringify(await chrome.storage[area].get(null)); } catch { return 'refused'; }
      };
      const all = ['ISOLATED', 'MAIN'].flatMap((world) => ['local', 'session'].map((area) =>
        chrome.scripting.executeScript({ target: { tabId }, world, func, args: [area] })));
      return (await Promise.all(all)).map(([{ result }]) => result);
    })(${JSON.stringify(sandbox.url)})`,
  ) as Promise<string[]>;
}

async function play({ subject, sandbox, page }: Proof): Promise<Played> {
  const kinds = await startKinds();
  const seen = new Map<string, string>();
  const heard = await hearConsoles(subject);
  const add = (where: string, text: string) => seen.set(where, `${seen.get(where) ?? ''}\n${text}`);
  let records = '';
  try {
    await subject.grant();
    const glance = async (now: Page) => void add('screens', await onScreen(now));
    const look = async (now: Page) => {
      await glance(now);
      add('pages', await shown(now));
      for (const [asked, answer] of await answers(now))
        add(asked === 'jobs.passwords' ? 'the answer with them' : 'answers heard', answer);
      add('exports', ((await exported(now).catch(() => undefined)) ?? []).join());
      const { records: own, ...places } = (await kept(page)) as Record<string, string>;
      for (const [where, text] of Object.entries(places)) add(where, text);
      records = own ?? '';
    };
    const stage = { subject, sandbox, kinds, seen, glance, look };
    for (const step of [...steps, useKinds]) await step(stage);
    const written = sandbox.websites().filter(({ domain }) => generated.includes(domain));
    const made = written.map(({ password }) => password ?? '');
    const read = await readFromPages(stage);
    add('consoles', await heard());
    const { umami, matomo } = kinds;
    const ofKinds = { umami: placesOf(umami.key, umami.log), matomo: placesOf(matomo.key, matomo.log) };
    return { seen, records, made, log: [...sandbox.log], ofKinds, read };
  } finally {
    await Promise.all([kinds.umami.close(), kinds.matomo.close()]);
  }
}

const played = playOn(engines, play, {
  service: { key: secrets['the API key'], seoKey: secrets['the SEO key'], seoPort: 0 },
  isConnected: false,
});

/** The contents of each place, which prove that the place was examined. */
const signs = {
  pages: host,
  local: '127.0.0.1',
  session: 'refresh',
  databases: host,
  'answers to pages': host,
  'answers heard': host,
  exports: 'secret.example.com',
  screens: 'is registered',
  consoles: 'a word on the console',
};

const ownKeys = ['the API key', 'the SEO key', 'the Umami key', 'the Matomo token'] as const;

const places = [...Object.keys(signs), 'web'] as const;
const rows = places.flatMap((place) => (Object.keys(secrets) as Secret[]).map((secret) => ({ place, secret })));

/** Returns the text before a secret, if the text contains the secret. */
const textBefore = (text: string, secret: string) => {
  const at = text.indexOf(secret);
  return at < 0 ? '' : text.slice(Math.max(0, at - 200), at);
};

describe.each(engines)('%s', (browser) => {
  test.each(rows)('$place: no trace of $secret', async ({ place, secret }) => {
    expect(textBefore((await played(browser)).seen.get(place) ?? '', secrets[secret])).toBe('');
  });

  test.each(places)('%s: no trace of a generated password', async (place) => {
    const { seen, made } = await played(browser);
    expect(made.map((one) => textBefore(seen.get(place) ?? '', one))).toEqual(['', '']);
  });

  test('the generated passwords are in the box that is for them, and in the one answer that brings them there', async () => {
    const { seen, made } = await played(browser);
    expect(new Set(made.filter((one) => one.length > 10)).size).toBe(2);
    for (const one of made) {
      expect(seen.get('the box for them')).toContain(one);
      expect(seen.get('the answer with them')).toContain(one);
    }
  });

  test('the keys and the common password lie in their own records, so a search would have found them', async () => {
    const others = [
      'the value of a header',
      'the user and password of a proxy, as sent',
      'the common password',
    ] as const;
    for (const secret of [...ownKeys, ...others]) expect((await played(browser)).records).toContain(secrets[secret]);
    for (const [place, text] of Object.entries(signs)) expect((await played(browser)).seen.get(place)).toContain(text);
  });

  test('no request carries a cookie, though the browser has one for the service', async () => {
    const { log } = await played(browser);
    const asked = log.filter(({ operation }) => operation);
    expect(new Set(asked.map(({ operation }) => operation)).size).toBe(7);
    const isWrong = ({ key, keyOk }: LoggedRequest) => key !== 'none' && !keyOk;
    expect(asked.filter((one) => one.cookie || isWrong(one) || one.referer)).toEqual([]);
  });

  test('Umami’s key stands in its header alone, Matomo’s token in its field of the body', async () => {
    const ofKinds = { umami: new Set(['authorization']), matomo: new Set(['token_auth']) };
    expect((await played(browser)).ofKinds).toEqual(ofKinds);
  });

  test('a request of the extension that took cookies along would have carried one', async () => {
    const { log } = await played(browser);
    const carried = log.filter(({ path }) => path.startsWith('/js/')).map(({ path, cookie }) => [path, cookie]);
    expect(carried).toEqual([
      ['/js/include', true],
      ['/js/omit', false],
    ]);
  });
});

test('Chromium: no script in a page can read what is stored', async () => {
  expect((await played('Chromium')).read).toEqual(Array(4).fill('refused'));
});
