import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '../../unit/data/pages/index.ts';
import { page as html, stats } from '../../unit/data/pages/page.ts';
import { trackerCases } from '../../unit/data/trackers/index.ts';
import { withBarePage } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import { allowHost, grantedHosts } from '../harness/permissions.ts';
import type { Session } from '../harness/session.ts';
import { type Farm, openFarm, sends, sites } from './farm.ts';

interface Look {
  state: string;
  why?: string;
  about?: string;
  trackers: { name: string; ids: string[] }[];
}

/** Pages for the usual service and template, each at a host of its own. */
const cases = pages
  .filter(({ base, template }) => !base && !template)
  .map((one, index) => ({ ...one, host: `p${index}.pages.example.com` }));
const trackers = trackerCases.map(([name, ids, code], index) => ({
  name,
  ids,
  host: `t${index}.trackers.example.com`,
  code,
}));
const hosts = [...Object.keys(sites), ...cases.map(({ host }) => host), ...trackers.map(({ host }) => host)];

let farm: Farm;
let session: Session;
let looks: Map<string, Look>;

/** Runs an audit of these hosts as the manage page does, and gives what was found. */
async function audit(session: Session, items: { key: string }[]): Promise<Map<string, Look>> {
  const found = await withBarePage(session, (page) =>
    page.evaluate(async (items) => {
      const origins = items.map(({ key }) => `https://${key}/*`);
      const variants = items.map(({ key }) => `https://www.${key}/*`).filter((one) => one.split('.').length === 3);
      if (!(await chrome.permissions.request({ origins: [...origins, ...variants] }))) throw new Error('not granted');
      const id = crypto.randomUUID();
      const ask = (name: string, input: object) =>
        chrome.runtime.sendMessage({
          ask: name,
          id: crypto.randomUUID(),
          account: 'main-account',
          input,
        }) as Promise<{ ok: boolean }>;
      const begun = await ask('jobs.start', { id, kind: 'audit', items, fields: {}, speed: 'fast' });
      if (!begun.ok) throw new Error(JSON.stringify(begun));
      const all = <T>(store: string) =>
        new Promise<T[]>((resolve, reject) => {
          const open = indexedDB.open('waymark-jobs');
          open.onerror = () => reject(open.error);
          open.onsuccess = () => {
            const request = open.result.transaction(store).objectStore(store).getAll();
            request.onsuccess = () => {
              open.result.close();
              resolve(request.result);
            };
          };
        });
      const isOver = async () =>
        (await all<{ id: string; ended?: number; holdsAccess?: boolean }>('jobs')).some(
          (job) => job.id === id && job.ended && !job.holdsAccess,
        );
      while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 250));
      return (await all<{ job: string; key: string; look: Look }>('items'))
        .filter(({ job }) => job === id)
        .map(({ key, look }) => [key, look] as const);
    }, items),
  );
  return new Map(found);
}

beforeAll(async () => {
  farm = await openFarm({
    ...Object.fromEntries(cases.map(({ host, html, headers = {} }) => [host, sends(html, headers)])),
    ...Object.fromEntries(trackers.map(({ host, code }) => [host, sends(html(code))])),
  });
  session = await launch({ hosts: farm.hosts, trusting: true });
  const list = [{ id: 'main', analyticsUrl: stats, account: 'main-account' }];
  await withBarePage(session, (page) =>
    page.evaluate((connections) => chrome.storage.local.set({ connections }), {
      version: 1,
      value: { active: 'main', list },
    }),
  );
  await allowHost(session, 'https://*/*');
  const page = await session.browser.newPage();
  farm.answers['p0.pages.example.com'] = sends('', { 'set-cookie': 'a=1; Secure; SameSite=None; Path=/' });
  await page.goto('https://p0.pages.example.com/');
  farm.answers['p0.pages.example.com'] = sends(cases[0]?.html ?? '');
  await page.close();
  farm.visits.length = 0;
  looks = await audit(
    session,
    hosts.map((key) => ({ key })),
  );
});
afterAll(async () => {
  await session?.close();
  await farm?.close();
});

test('at least 120 pages were served, each host was asked once and for nothing but its page', () => {
  expect(hosts.length).toBeGreaterThanOrEqual(120);
  const asked = Map.groupBy(farm.visits, ({ host }) => host);
  const variants = ['to-www', 'to-bare-www', 'leaver', 'to-path', 'loop'].map((name) => `www.${name}.example`);
  const never = ['no-name.example', 'no-tls.example'];
  const expected = [...hosts.filter((host) => !never.includes(host)), ...variants];
  expect([...asked.keys()].sort()).toEqual(expected.sort());
  for (const [host, visits] of asked) expect([host, visits.map(({ path }) => path)]).toEqual([host, ['/']]);
});

test('no cookie, key or referrer travels, and what is asked for is what browsers ask for', () => {
  for (const { host, headers } of farm.visits) {
    const told = {
      cookie: headers.cookie,
      referer: headers.referer,
      authorization: headers.authorization,
      origin: headers.origin,
    };
    expect([host, told]).toEqual([host, {}]);
    expect(headers.accept).toMatch(/^text\/html/);
  }
});

test('the access to the sites is given back', async () => {
  expect((await grantedHosts(session)).filter((pattern) => pattern.includes('example'))).toEqual([]);
});

describe('what servers do', () => {
  test.each(Object.entries(sites))('%s: $state $why $about', (host, { answer: _, ...right }) => {
    const { trackers: __, ...look } = looks.get(host) ?? { trackers: [] };
    expect(look).toEqual(right);
  });
});

describe('the page set, served', () => {
  const states = {
    yes: ['tracking', 'unsure'],
    unsure: ['unsure', 'blocked'],
    no: ['missing', 'blocked', 'other', 'unsure'],
  };
  test.each(cases)('$name: $found', ({ host, found, name, live }) => {
    // Only who asks for the script knows that it is gone.
    const right = name === 'its script is gone' ? ['tracking'] : states[found];
    expect(right).toContain(looks.get(host)?.state);
    if (found === 'yes' && !live) expect(looks.get(host)?.state).toBe('tracking');
  });
});

describe('who else counts', () => {
  test.each(trackers)('$name: $ids', ({ host, name, ids }) => {
    expect(looks.get(host)?.trackers.find((one) => one.name === name)?.ids).toEqual(ids);
  });
});
