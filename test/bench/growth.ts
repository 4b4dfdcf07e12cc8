import { parseSites } from '../../lib/addMany/parse.ts';
import { openOnce } from './open.ts';
import { inExtension } from './pages.ts';
import type { Context } from './popups.ts';
import type { GrowthRow } from './report.ts';
import { accountOf, fillSites, host } from './seed.ts';
import { repeated, spread } from './stats.ts';
import { connect, type Installed, waymark, withInstalled } from './subject.ts';

const counts = [10, 1_000, 100_000];

type Point = GrowthRow['points'][number];

/** Reads one key a hundred times, as the popup does. Resolves to the mean time (milliseconds). */
const look = `(async () => {
  const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
  const store = await done(indexedDB.open('waymark'));
  const began = performance.now();
  for (let n = 0; n < 100; n++) await done(store.transaction('records.websites').objectStore('records.websites').index('hosts').getAll('${host}'));
  const took = (performance.now() - began) / 100;
  store.close();
  return took;
})()`;

/** Measures the time from a tab's arrival at the site to its badge (milliseconds), by a look every 5 ms. */
const badge = `(async () => {
  const tab = await chrome.tabs.create({ url: 'http://${host}/', active: false });
  const began = performance.now();
  while (!(await chrome.action.getBadgeText({ tabId: tab.id }))) {
    if (performance.now() - began > 10000) throw new Error('No badge');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const took = performance.now() - began;
  await chrome.tabs.remove(tab.id);
  return took;
})()`;

const badgeOn = `chrome.storage.local.get('preferences').then(({ preferences }) => chrome.storage.local.set({ preferences: { version: 1, value: { ...preferences?.value, badge: true } } }))`;

async function knownSites(installed: Installed, base: string, say: Context['say']): Promise<GrowthRow[]> {
  const { browser, id } = installed;
  const [popups, looks, badges] = [[] as Point[], [] as Point[], [] as Point[]];
  await inExtension(browser, id, badgeOn);
  for (const n of counts) {
    if ((await fillSites(installed, [base], n)) !== n) throw new Error(`Not ${n} known sites`);
    await openOnce(installed, false);
    const point = async (times: number, measure: () => Promise<number>) => ({
      n,
      ms: spread(await repeated(times, measure)),
    });
    popups.push(await point(7, async () => (await openOnce(installed, false)).ready));
    looks.push(await point(5, () => inExtension(browser, id, look)));
    badges.push(await point(7, () => inExtension(browser, id, badge)));
    say(`Measured with ${n} known sites`);
  }
  return [
    { what: 'Popup to ready, by known sites', points: popups },
    { what: 'Look-up of one site, by known sites', points: looks },
    { what: 'Badge of an opened tab, by known sites', points: badges },
  ];
}

/** Measures the parsing of a pasted list, which finds each line's site or why it has none. */
async function pasted(n: number): Promise<Point> {
  const text = Array.from({ length: n }, (_, index) => `https://www.site${index}.example.org/path`).join('\n');
  await parseSites(text);
  const before = process.memoryUsage().heapUsed;
  const kept = (await parseSites(text))?.entries ?? [];
  const bytes = Math.max(0, process.memoryUsage().heapUsed - before);
  const times = await repeated(7, async () => {
    const began = performance.now();
    await parseSites(text);
    return performance.now() - began;
  });
  return { n: kept.length, ms: spread(times), bytes };
}

/** Measures how the times for which people wait grow with the number of sites. */
export const growth = ({ build, web, sandbox, say }: Context): Promise<GrowthRow[]> => {
  const task = async (installed: Installed) => {
    await connect(installed, sandbox);
    const known = await knownSites(installed, await accountOf(installed), say);
    const points = [await pasted(10), await pasted(1_000), await pasted(10_000)];
    return [...known, { what: 'Reading a pasted list, by lines', points }];
  };
  // The badge needs the tabs' addresses, and the browser would ask for that permission.
  return withInstalled(task, waymark(build).registered, web.port, `http://${host}/`, (manifest) => {
    manifest.permissions = [...(manifest.permissions as string[]), 'tabs'];
  });
};
