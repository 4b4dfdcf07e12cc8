import { setTimeout } from 'node:timers/promises';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { CDPSession } from './cdp.ts';
import { attached, closeTab, evaluateIn, until } from './pages.ts';
import type { Context } from './popups.ts';
import type { ListRow } from './report.ts';
import { addConnections, fillSites } from './seed.ts';
import { repeated, spread } from './stats.ts';
import { connect, type Installed, shop, waymark, withInstalled } from './subject.ts';

const counts = [25, 5_000, 25_000];
/** The connections in one table, the websites of each, and a search that finds one of these websites. */
const together = { connections: 20, websites: 5_000, text: 'site17-4241' };
const latency = 50;
const opens = 7;
const rounds = 5;

/** A script for the start of a page. It records when rows appear, layout shifts, and the times of keys and tasks. */
const noted = `window.bench = {
  at: [], moved: 0, keys: [], tasks: [],
  rows: () => [...document.querySelectorAll('tbody tr:not(.room)')],
  first: () => bench.rows()[0]?.querySelector('th bdi')?.textContent,
  count: () => Number((document.querySelector('.counted b')?.textContent ?? '').replace(/\\D/g, '')),
  button: (name) => [...document.querySelectorAll('button')].find((one) => [one.textContent.trim(), one.ariaLabel].includes(name)),
  when: async (look) => { while (!look()) await new Promise((resolve) => setTimeout(resolve, 2)); return performance.now(); },
  took: async (act, look) => { const began = performance.now(); act(); return (await bench.when(look)) - began; },
};
new MutationObserver(() => { if (bench.rows().length) bench.at[0] ??= performance.now(); }).observe(document, { childList: true, subtree: true });
const observe = (type, note, more) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) bench.moved += value; });
observe('longtask', ({ duration }) => bench.tasks.push(duration));
observe('event', ({ duration, name }) => { if (name.startsWith('key') || name === 'input') bench.keys.push(duration); }, { durationThreshold: 16 });
addEventListener('input', ({ timeStamp }) => { bench.typed = timeStamp; }, true);`;

interface Tab {
  cdp: CDPSession;
  /** Resolves to the value of an expression in the page. */
  run<T>(expression: string): Promise<T>;
}

/** Opens a page in a new tab, and keeps a debugger attached, so that keys can be pressed in the page. */
async function inPage<T>({ browser, id }: Installed, page: string, task: (tab: Tab) => Promise<T>): Promise<T> {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  try {
    return await attached(browser, targetId, async (cdp) => {
      const tab: Tab = { cdp, run: (expression) => evaluateIn(cdp, expression) };
      await cdp.send('Page.enable');
      await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: noted });
      await cdp.send('Page.navigate', { url: `chrome-extension://${id}/${page}` });
      return await task(tab);
    });
  } finally {
    await closeTab(browser, targetId);
  }
}

const numberOf = (count: number) => count.toLocaleString('en');

/** Opens the list in a new tab, and runs a task once all stored rows have been read. */
const inList = <T>(installed: Installed, count: number, task: (tab: Tab) => Promise<T>) =>
  inPage(installed, 'manage.html?connection=all', async (tab) => {
    await until('the list', () => tab.run<boolean>(`bench.count() === ${count}`), 600_000);
    return task(tab);
  });

/** Measures the times to the first rows and to the whole stored list (milliseconds), and the layout shift. */
async function opened(installed: Installed, count: number) {
  const found = { first: [] as number[], all: [] as number[], moved: [] as number[] };
  for (let n = 0; n < opens; n++) {
    // Waits until the earlier page, whose process this page takes over, has released its memory.
    await setTimeout(1500);
    const one = await inList(installed, count, async ({ run }) => {
      const all = await run<number>('performance.now()');
      // A late layout shift appears within the next frames.
      await setTimeout(100);
      return run<{ first: number; all: number; moved: number }>(
        `({ first: bench.at[0], all: ${all}, moved: bench.moved })`,
      );
    });
    for (const key of ['first', 'all', 'moved'] as const) found[key].push(one[key]);
  }
  return found;
}

/** Types like a person. Resolves to the times of the slowest key, and from the last key to its result (in ms). */
async function searched({ cdp, run }: Tab, text: string): Promise<[slowest: number, result: number]> {
  await run(`bench.box = document.querySelector('input[type=search]'), bench.box.select(), bench.box.focus()`);
  // Removes the last search's result, which must not count as the result of this search.
  await run(`document.execCommand('delete'), bench.when(() => bench.rows().length > 1)`);
  await run('bench.keys.length = 0');
  for (const key of text) {
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
    await setTimeout(120);
  }
  const result = await run<number>(
    `bench.when(() => bench.rows().length === 1 && bench.first().includes('${text}')).then((at) => at - bench.typed)`,
  );
  await setTimeout(100);
  return [await run<number>('Math.max(0, ...bench.keys)'), result];
}

/** Types all letters but the last one, and then the last one. Waits in the page itself for the row. */
const typed = (text: string) => `(async () => {
  const box = document.querySelector('input[type=search]');
  const put = (value) => { box.focus(); box.select(); document.execCommand('insertText', false, value); };
  put('${text.slice(0, -1)}');
  await bench.when(() => bench.rows().length > 1 && bench.rows().length < 20);
  const took = await bench.took(() => put('${text}'), () => bench.rows().length === 1);
  box.select(); document.execCommand('delete');
  await bench.when(() => bench.rows().length > 12);
  return took;
})()`;
const sorted = `(async () => {
  const before = bench.first();
  return bench.took(() => bench.button('Domain').click(), () => bench.first() !== before);
})()`;
const selectAll = (count: number) => `(async () => {
  const began = performance.now();
  document.querySelector('thead input[type=checkbox]').click();
  await bench.when(() => document.querySelector('.bulk p')?.textContent.startsWith('${numberOf(count)}'));
  bench.button('Delete').click();
  const at = await bench.when(() => document.querySelector('dialog[open]'));
  document.querySelector('dialog[open]').close();
  document.querySelector('thead input[type=checkbox]').click();
  await bench.when(() => !document.querySelector('.bulk'));
  return at - began;
})()`;

async function heap({ cdp }: Tab): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

/** Measures the longest task over 50 ms in search, filter and selection on a processor four times as slow; 0: none. */
const longest = (installed: Installed, count: number, text: string) =>
  inList(installed, count, async (tab) => {
    await setTimeout(300);
    await tab.cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await tab.run('bench.tasks.length = 0');
    await tab.run(selectAll(count));
    await tab.run(`document.querySelector('.overview .part.password').click()`);
    await searched(tab, text);
    return tab.run<number>('Math.max(0, ...bench.tasks)');
  });

/** Measures the time until the whole list has been exported to a file (seconds), and the number of requests. */
const exported = (installed: Installed, sandbox: Sandbox, count: number) =>
  inList(installed, count, async ({ cdp, run }) => {
    await cdp.send('Page.setDownloadBehavior', { behavior: 'deny' });
    sandbox.clearLog();
    await run(`bench.button('Export').click()`);
    await run(`bench.when(() => bench.button('CSV'))`);
    const ms = await run<number>(
      `bench.took(() => bench.button('CSV').click(), () => !document.querySelector('dialog'))`,
    );
    return [ms / 1000, sandbox.log.length] as const;
  });

/** Measures the actions in the list. */
const acted = (installed: Installed, sandbox: Sandbox, count: number, text: string) =>
  inList(installed, count, async (tab) => {
    sandbox.clearLog();
    const search = await repeated(rounds, () => tab.run<number>(typed(text)));
    const sort = await repeated(rounds, () => tab.run<number>(sorted));
    const requests = sandbox.log.length;
    const select = await repeated(rounds, () => tab.run<number>(selectAll(count)));
    const keys: [number, number][] = [];
    for (let n = 0; n < rounds; n++) keys.push(await searched(tab, text));
    return { search, sort, requests, select, heap: [await heap(tab)], slowest: keys.map(([key]) => key) };
  });

/** Measures the list of websites of a service that takes 50 ms, by the number of websites. */
export const lists = ({ build, web, sandbox, say }: Context): Promise<ListRow[]> => {
  const rows = new Map<string, ListRow>();
  const note = (what: string, count: number, values: readonly number[], digits = 0) => {
    const row = rows.get(what) ?? { what, digits, points: [] };
    rows.set(what, { ...row, points: [...row.points, { n: count, value: spread(values) }] });
  };
  /** `text`: a search that finds one website; without it, only openings are measured. */
  const measure = async (installed: Installed, count: number, text?: string) => {
    const bare = await repeated(opens, () =>
      inPage(installed, 'manage.html?tab=tracking', ({ run }) =>
        until('the page', () => run<boolean>(`!!document.querySelector('[role=tab]')`)).then(() =>
          run<number>(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()`),
        ),
      ),
    );
    note('A tab without a list: to its first paint, ms', count, bare);
    const { first, all, moved } = await opened(installed, count);
    note('Opened: to its first rows, ms', count, first);
    note('Opened: to all that is stored, ms', count, all);
    note('Opened: layout shift', count, moved, 3);
    say(`Lists of ${count} opened`);
    if (!text) return;
    const found = await acted(installed, sandbox, count, text);
    note('Search, from a key to its rows, ms', count, found.search);
    note('Sorting, from a press to its rows, ms', count, found.sort);
    note('Search, slowest key, ms', count, found.slowest);
    note('Select all, and the dialog to delete them, ms', count, found.select);
    note('Memory, MB', count, found.heap, 1);
    const slow = await longest(installed, count, text);
    note('Longest task over 50 ms, processor four times as slow, ms', count, [slow]);
    const [seconds, requests] = await exported(installed, sandbox, count);
    note('All as CSV, s', count, [seconds], 1);
    note('Search, sorting and CSV, requests', count, [found.requests + requests]);
    say(`Lists of ${count} searched, sorted, selected and exported`);
  };
  const task = async (installed: Installed) => {
    for (const count of counts) {
      sandbox.reset();
      sandbox.behave({ rateLimit: { limit: 100_000, windowMs: 60_000 } });
      await connect(installed, sandbox);
      sandbox.addWebsites(count);
      sandbox.behave({ delay: latency });
      // Reads the whole list once. Waymark itself does not read it so soon after another one at the same address.
      await inPage(installed, 'manage.html', ({ run }) =>
        until('Refresh', () => run<boolean>(`!!bench.button('Refresh')`)).then(() =>
          run<void>(`bench.button('Refresh').click()`),
        ),
      );
      await inList(installed, count, async () => {});
      await measure(installed, count, count < 1000 ? undefined : '04242');
    }
    // The service itself has only 25 websites, whose ids are among the stored ones.
    sandbox.reset();
    await connect(installed, sandbox);
    sandbox.addWebsites(25);
    const accounts = await addConnections(installed, together.connections);
    const sites = await fillSites(installed, accounts, together.websites);
    await measure(installed, sites, together.text);
    sandbox.reset();
    return [...rows.values()];
  };
  return withInstalled(task, waymark(build).registered, web.port, shop);
};
