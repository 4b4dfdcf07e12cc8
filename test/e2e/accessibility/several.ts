import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle } from 'puppeteer-core';
import { connect } from '../harness/connect.ts';
import { withBarePage } from '../harness/extension.ts';
import { fillService, long, opens, type Scene, type Step, scene, view } from './reach.ts';
import type { Stage } from './stage.ts';
import { clicks, sees } from './steps.ts';

/** The site whose page may belong to a service that is not connected. */
const elsewhere = '127.0.0.1';

/** Adds a second connection to the same service, which an organisation has fixed. */
async function addClient(stage: Stage): Promise<void> {
  fillService(stage);
  await connect(stage.session, stage.sandbox, { connection: 'client' });
  await withBarePage(stage.session, (page) =>
    page.evaluate(
      async (name, host) => {
        const { connections } = await chrome.storage.local.get('connections');
        const rules = ['*.client.example', host];
        const [first, client] = connections?.value.list ?? [];
        Object.assign(first ?? {}, { name: 'Agency' });
        Object.assign(client ?? {}, { name, rules });
        const fixed = ['name', 'rules', 'analyticsUrl'];
        const managed = { client: { set: { name, rules }, own: {}, fixed, isAdded: true } };
        const policy = { faults: [], fixed: ['hostChoice'], preferences: { set: {}, own: {} }, connections: managed };
        await chrome.storage.local.set({ connections, policy: { version: 1, value: policy } });
      },
      `Client ${long}`,
      elsewhere,
    ),
  );
}

const file = join(mkdtempSync(join(tmpdir(), 'waymark-settings-')), 'settings.json');
writeFileSync(
  file,
  JSON.stringify({
    waymark: 'settings',
    version: 1,
    connections: [
      { name: 'Agency', analyticsUrl: 'https://stats.agency.example', rules: ['*.agency.example', '*'] },
      { name: long, analyticsUrl: 'https://stats.client.example', defaults: { privacy: 2, exclude_params: ['ref'] } },
      { analyticsUrl: 'ftp://old.example' },
    ],
    preferences: { contextMenu: false, badge: true },
  }),
);

const imports: Step = async (page) => {
  const input = (await page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(file);
  await page.waitForSelector('.plan');
};

/** Repeats the click, because another connection's view may still replace the one that was clicked. */
const opensMore: Step = (page) =>
  page.waitForFunction(
    () => {
      document.querySelector<HTMLElement>('.disclosure[aria-expanded="false"]')?.click();
      return document.querySelector('.more .risky');
    },
    { polling: 200 },
  );

const withClient =
  (open: Scene['open']): Scene['open'] =>
  async (stage) => {
    await addClient(stage);
    return open(stage);
  };

/** The states that exist only with several connections. */
export const several: Scene[] = [
  scene(
    'popup',
    withClient(({ sandbox, popup }) => {
      sandbox.addWebsite({ domain: elsewhere });
      return popup(sandbox.foreignUrl);
    }),
    view(
      'full',
      'registered at several connections, and a service to connect',
      sees('.statistics'),
      sees('.connection-row select'),
      (page) => page.select('.connection-row select', 'main'),
      // Any earlier, the fold of another connection's view would be opened.
      sees('.connection-row + .hint ::-p-text(Client)'),
      opensMore,
    ),
  ),
  scene(
    'options',
    withClient(opens('options.html')),
    view('full', 'settings that an organisation has fixed', sees('.fixed-sign')),
    view('full', 'what an import would change', imports),
  ),
  scene(
    'options',
    withClient(opens('options.html#connection/client')),
    view('full', 'a connection set by an organisation', sees('.fixed .fixed-note')),
  ),
  scene(
    'manage',
    withClient(opens('manage.html?connection=all')),
    view('full', 'websites of all connections, some selected', clicks('tbody tr:nth-child(2) input'), sees('.bulk')),
  ),
];
