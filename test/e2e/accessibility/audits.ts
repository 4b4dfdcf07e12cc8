import { setTimeout as sleep } from 'node:timers/promises';
import { isSiteLook, siteStates } from '../../../lib/audit/look.ts';
import { accountOf, askWorker } from '../harness/connect.ts';
import { withBarePage } from '../harness/extension.ts';
import { interval, patience } from '../harness/patience.ts';
import { long, opens, type Scene, type Step, scene, shop, view } from './reach.ts';
import type { Stage } from './stage.ts';
import { clicks, fills, leaves, sees } from './steps.ts';

const many = Array.from({ length: 3000 }, (_, at) => `site${at}.example.net`);
const hosts = [shop, long, 'journal.example.com', ...many.slice(0, 7)];

/** Registers all hosts, because a report shows only sites that are still registered. */
const registers: Step = (page, stage) => {
  fills(page, stage);
  stage.sandbox.addWebsites(many.slice(0, 7).map((domain) => ({ domain })));
};

/** Starts an audit, which ends at once without access to its sites. It is refused until the last one has closed. */
async function audit({ session }: Stage, id: string, keys: readonly string[]): Promise<void> {
  const items = keys.map((key) => ({ key }));
  const job = { id, kind: 'audit', isWhole: true, items, fields: {}, speed: 'fast' };
  const isStarted = async () => ((await askWorker(session, 'jobs.start', job)) as { ok: boolean }).ok;
  for (const end = Date.now() + patience; !(await isStarted()); await sleep(interval))
    if (Date.now() > end) throw new Error(`The audit ${id} was refused for ${patience} ms.`);
}

/** Stores visits that the service has reported but no page has shown. The next look reports them. */
const putVisits = (session: Stage['session'], id: string, states: [at: number, state: string][]): Promise<void> =>
  withBarePage(session, (page) =>
    page.evaluate(
      async (job, all) => {
        const open = indexedDB.open('waymark-jobs');
        await new Promise((resolve) => open.addEventListener('success', resolve));
        const store = open.result.transaction('items', 'readwrite').objectStore('items');
        for (const [at, is] of all) {
          const item = store.get([job, at]);
          await new Promise((resolve) => item.addEventListener('success', resolve));
          const last = Date.now() - 12 * 86_400_000;
          const look = { state: 'tracking', trackers: [], visits: { at: Date.now(), last, week: 0, is } };
          store.put({ ...item.result, state: 'done', outcome: is, look, sent: Date.now() });
        }
        open.result.close();
      },
      id,
      states,
    ),
  );

/** Stores one site in each state, with all details. `shift`: by how many sites the states are moved on. */
async function findAll({ session }: Stage, id: string, shift = 0): Promise<void> {
  const trackers = [{ name: 'Google Analytics', is: 'counter', ids: ['G-AB12CD34EF'] }];
  const whys: Record<string, object> = {
    silent: { why: 'server', about: '503' },
    unsure: { why: 'redirect', trackers: [] },
  };
  const stateAt = (at: number) => siteStates[(at + shift) % siteStates.length] ?? 'unsure';
  const places = [...siteStates.keys()];
  const ofPages = places.filter((at) => isSiteLook({ state: stateAt(at), trackers }));
  const byVisits = places.filter((at) => !ofPages.includes(at));
  await putVisits(
    session,
    id,
    byVisits.map((at) => [at, stateAt(at)]),
  );
  for (const at of ofPages) {
    const state = stateAt(at);
    await askWorker(session, 'audits.looked', { id, at, look: { state, trackers, ...whys[state] } });
  }
}

/** Makes the audit a repeated one, without access to its sites; if `stopped`, one whose repeats have stopped. */
async function repeat({ session }: Stage, stopped = false): Promise<void> {
  const sites = hosts.slice(0, 3).map((key) => ({ key }));
  const next = Date.UTC(2030, 0, 1, 12);
  const one = { account: await accountOf(session), every: 'week', sites, job: 'r', next };
  const value = [stopped ? { ...one, stopped } : one];
  await withBarePage(session, (page) =>
    page.evaluate((all) => chrome.storage.local.set({ auditRepeats: { version: 1, value: all } }), value),
  );
}

/** Waits for this many rows. */
const rows =
  (selector: string): Step =>
  (page) =>
    page.waitForFunction((of, count) => document.querySelectorAll(of).length === count, {}, selector, hosts.length);

/** All states of the check of all sites. */
export const audits: Scene[] = [
  scene(
    'manage',
    opens('manage.html?tab=tracking'),
    view('empty', 'tracking, never checked', sees('.state .check-tracking')),
    view(
      'full',
      'tracking, what will be checked',
      registers,
      clicks('.check-tracking'),
      sees('dialog[open] .primary:not(:disabled)'),
    ),
    view(
      'busy',
      'tracking, half checked',
      leaves,
      (_page, stage) => audit(stage, 'half', many),
      (_page, { session }) => askWorker(session, 'jobs.pause', { id: 'half' }),
      sees('.job-panel'),
    ),
    view(
      'full',
      'tracking, checked',
      (_page, { session }) => askWorker(session, 'jobs.cancel', { id: 'half' }),
      sees('.state-bar'),
      (_page, stage) => audit(stage, 'before', hosts),
      rows('.of-audit tbody tr.site'),
      (_page, stage) => findAll(stage, 'before', 3),
      (_page, stage) => audit(stage, 'whole', hosts),
      // Each site had a state in the earlier audit.
      rows('.of-audit .dot:first-child'),
      (_page, stage) => findAll(stage, 'whole'),
      sees('.part.missing'),
      sees('.changes'),
    ),
    view('error', 'tracking, repeated without access', (_page, stage) => repeat(stage), sees('.repeat bdi')),
    view(
      'error',
      'tracking, no longer repeated',
      (_page, stage) => repeat(stage, true),
      sees('.repeat.warn:not(:has(bdi))'),
    ),
  ),
];
