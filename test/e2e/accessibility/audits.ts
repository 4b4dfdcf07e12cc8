import { siteStates } from '../../../lib/audit/look.ts';
import { accountOf, askWorker } from '../harness/connect.ts';
import { withBarePage } from '../harness/extension.ts';
import { click, fillService, leave, long, type Scene, shop } from './reach.ts';
import type { Stage } from './stage.ts';

const hosts = [shop, long, 'journal.example.com', ...Array.from({ length: 5 }, (_, at) => `site${at}.example.net`)];

/** Without access to its sites an audit opens nothing, and ends at once. */
const audit = ({ session }: Stage, id: string, keys: readonly string[]) =>
  askWorker(session, 'jobs.start', {
    id,
    kind: 'audit',
    isWhole: true,
    items: keys.map((key) => ({ key })),
    fields: {},
    speed: 'fast',
  });

/** One site in each state, with all that can be said of it. @param shift by how many states they stand otherwise */
async function findAll({ session }: Stage, id: string, shift = 0): Promise<void> {
  const trackers = [{ name: 'Google Analytics', is: 'counter', ids: ['G-AB12CD34EF'] }];
  const whys: Record<string, object> = {
    silent: { why: 'server', about: '503' },
    unsure: { why: 'redirect', trackers: [] },
  };
  for (const at of siteStates.keys()) {
    const state = siteStates[(at + shift) % siteStates.length] ?? 'unsure';
    await askWorker(session, 'audits.looked', { id, at, look: { state, trackers, ...whys[state] } });
  }
}

/** The audit is repeated, though without the access to its sites; or it was. */
async function repeat({ session }: Stage, stopped = false): Promise<void> {
  const sites = hosts.slice(0, 3).map((key) => ({ key }));
  const next = Date.UTC(2030, 0, 1, 12);
  const one = { account: await accountOf(session), every: 'week', sites, job: 'r', next };
  const value = [stopped ? { ...one, stopped } : one];
  await withBarePage(session, (page) =>
    page.evaluate((all) => chrome.storage.local.set({ auditRepeats: { version: 1, value: all } }), value),
  );
}

/** Every state of the check of all sites. */
export const audits: Scene[] = [
  {
    name: 'manage',
    open: (stage) => stage.page('manage.html?tab=tracking'),
    views: [
      { name: 'tracking, never checked', state: 'empty', go: (page) => page.waitForSelector('.state .check-tracking') },
      {
        name: 'tracking, what will be checked',
        state: 'full',
        go: async (page, stage) => {
          fillService(stage);
          await click(page, '.check-tracking');
          await page.waitForSelector('dialog[open] .primary:not(:disabled)');
        },
      },
      {
        name: 'tracking, half checked',
        state: 'busy',
        go: async (page, stage) => {
          await leave(page);
          await audit(
            stage,
            'half',
            Array.from({ length: 3000 }, (_, at) => `site${at}.example.net`),
          );
          await askWorker(stage.session, 'jobs.pause', { id: 'half' });
          await page.waitForSelector('.job-panel');
        },
      },
      {
        name: 'tracking, checked',
        state: 'full',
        go: async (page, stage) => {
          await askWorker(stage.session, 'jobs.cancel', { id: 'half' });
          await page.waitForSelector('.state-bar');
          await audit(stage, 'before', hosts);
          await page.waitForFunction(() => document.querySelectorAll('.of-audit tbody tr:not(.room)').length === 8);
          await findAll(stage, 'before', 3);
          await audit(stage, 'whole', hosts);
          // Each site has stood in the one before.
          await page.waitForFunction(() => document.querySelectorAll('.of-audit .dot:first-child').length === 8);
          await findAll(stage, 'whole');
          await page.waitForSelector('.part.missing');
          await page.waitForSelector('.changes');
        },
      },
      {
        name: 'tracking, repeated without access',
        state: 'error',
        go: async (page, stage) => {
          await repeat(stage);
          await page.waitForSelector('.repeat bdi');
        },
      },
      {
        name: 'tracking, no longer repeated',
        state: 'error',
        go: async (page, stage) => {
          await repeat(stage, true);
          await page.waitForSelector('.repeat.warn:not(:has(bdi))');
        },
      },
    ],
  },
];
