import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { traits } from '../../../lib/services/traits.ts';
import { buildSnippet } from '../../../lib/tracking/build.ts';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { askWorker, connect } from '../harness/connect.ts';
import { launch } from '../harness/launch.ts';
import type { Session } from '../harness/session.ts';
import { openWeb, type Web } from '../harness/web.ts';

const servers = {
  umami: async () => {
    const server = await startUmami();
    return { ...server, site: () => server.put('umami.example') };
  },
  matomo: async () => {
    const server = await startMatomo();
    return { ...server, site: () => server.put(['https://matomo.example']) };
  },
};
type Kind = keyof typeof servers;
const kinds = Object.keys(servers) as Kind[];

let all: { [K in Kind]: Awaited<ReturnType<(typeof servers)[K]>> };
let code: Record<string, string>;
let web: Web;
let session: Session;
let tab: Page;

beforeAll(async () => {
  all = { umami: await servers.umami(), matomo: await servers.matomo() };
  code = {};
  web = await openWeb(({ hostname }) => `<!doctype html><meta charset="utf-8"><title>x</title>${code[hostname] ?? ''}`);
  session = await launch({ web });
  tab = await session.browser.newPage();
});
afterAll(async () => {
  await session?.close();
  await web?.close();
  for (const kind of kinds) await all?.[kind].close();
});

/** How visitors opt out of being counted, according to each product. */
const optOut = {
  umami: () => localStorage.setItem('umami.disabled', '1'),
  matomo: () => (window as unknown as { _paq: unknown[] })._paq.push(['optUserOut']),
};

test.each(kinds)(
  'a page with the code of %s is counted when it is visited, unless the visitor has opted out',
  async (kind) => {
    const { url, site, hits, log } = all[kind];
    await connect(session, all[kind]);
    const id = site();
    code[`${kind}.example`] =
      buildSnippet(traits[kind].templates.trackingCode, { base_url: url, domain: `${kind}.example`, id }) ?? '';
    const told = () => askWorker(session, 'websites.hits', { ids: [id], last: true, week: true, fresh: true });
    expect(await told()).toMatchObject({ value: { [id]: { last: null, week: 0 } } });
    const before = log.length;
    await tab.goto(`http://${kind}.example/`);
    await expect.poll(() => hits.of(id).length).toBe(1);
    expect(log.length).toBe(before);
    expect(await told()).toMatchObject({ value: { [id]: { last: expect.any(Number), week: 1 } } });
    await tab.evaluate(optOut[kind]);
    await tab.goto(`http://${kind}.example/again`, { waitUntil: 'networkidle0' });
    expect(hits.of(id)).toHaveLength(1);
  },
);
