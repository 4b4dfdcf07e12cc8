import type { Sandbox } from '../sandbox/sandbox.ts';
import { closeTab, evaluate, inExtension, openTab, until } from './pages.ts';
import type { Context } from './popups.ts';
import type { GrowthRow } from './report.ts';
import { inTurn, spread, type Timed } from './stats.ts';
import { bareCreate, connect, type Installed, shop, waymark, withInstalled } from './subject.ts';

const lines = [10, 1_000, 10_000];
const repeats = 5;

interface Page {
  counted: number;
  usable: number;
  longest: number;
  bytes: number;
}

/** Returns a script that pastes a list, checks it, and scrolls. Gives the times and the longest task (milliseconds). */
const played = (n: number) => `(async () => {
  const until = async (look) => { for (;;) { const found = look(); if (found) return found; await new Promise((resolve) => setTimeout(resolve, 2)); } };
  const button = (name) => [...document.querySelectorAll('button')].find((one) => one.textContent.trim().startsWith(name) && !one.disabled);
  const number = (${n}).toLocaleString('en');
  const box = await until(() => document.querySelector('textarea'));
  const text = Array.from({ length: ${n} }, (_, index) => 'https://www.site' + index + '.example.org/path').join('\\n');
  let began = performance.now();
  box.value = text;
  box.dispatchEvent(new Event('input', { bubbles: true }));
  const check = await until(() => button('Check ' + number));
  const counted = performance.now() - began;
  began = performance.now();
  check.click();
  await until(() => document.querySelector('.of-entries td.site') && button('Add ' + number));
  const usable = performance.now() - began;
  const tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  const scroller = document.documentElement;
  for (let step = 1; step <= 120; step++) {
    scroller.scrollTop = (step / 120) * scroller.scrollHeight;
    await new Promise(requestAnimationFrame);
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { counted, usable, longest: Math.max(0, ...tasks), bytes: performance.memory.usedJSHeapSize };
})()`;

/** Measures the Add many page with lists of several lengths. */
async function pastedLists({ browser, id }: Installed, say: Context['say']): Promise<GrowthRow[]> {
  const all = lines.map((n) => ({ n, pages: [] as Page[] }));
  for (let run = -1; run < repeats; run++) {
    for (const { n, pages } of all) {
      const tab = await openTab(browser, `chrome-extension://${id}/manage.html?tab=add`);
      const page = await evaluate<Page>(browser, tab, played(n));
      await closeTab(browser, tab);
      if (run >= 0) pages.push(page);
    }
  }
  say('Lists of up to 10,000 lines pasted and checked.');
  const row = (what: string, key: 'counted' | 'usable' | 'longest', heap = false): GrowthRow => ({
    what: `Add many: ${what}, by lines`,
    points: all.map(({ n, pages }) => ({
      n,
      ms: spread(pages.map((page) => page[key])),
      ...(heap ? { bytes: spread(pages.map(({ bytes }) => bytes)).median } : {}),
    })),
  });
  return [
    row('pasted until its sites are counted', 'counted'),
    row('Check pressed until its table can be used, and the page’s memory', 'usable', true),
    row('longest task over 50 ms while scrolling through it', 'longest'),
  ];
}

const latency = 50;
const writes = 60;

/** Returns a script that makes the same requests one after the other in a bare loop, for the shortest possible time. */
const loop = (sandbox: Sandbox, hosts: readonly string[]) =>
  `(async () => { for (const domain of ${JSON.stringify(hosts)}) await ${bareCreate(sandbox, 'domain')}; })()`;

const job = (id: string, hosts: readonly string[]) => `(async () => {
  const { connections } = await chrome.storage.local.get('connections');
  const answer = await chrome.runtime.sendMessage({ ask: 'jobs.start', id: '${id}', account: connections.value.list[0].account, input: {
    id: '${id}', kind: 'create', fields: { privacy: 1 }, speed: 'fast',
    items: ${JSON.stringify(hosts)}.map((key) => ({ key, absentAt: Date.now() })),
  } });
  if (!answer.ok) throw new Error(JSON.stringify(answer));
})()`;

function throughput({ browser, id }: Installed, sandbox: Sandbox): Promise<Timed[]> {
  const written = (name: string, code: (hosts: string[], run: number) => string) => async (run: number) => {
    sandbox.reset();
    sandbox.behave({ delay: latency });
    const hosts = Array.from({ length: writes }, (_, n) => `${name}${run + 1}-${n}.example.com`);
    await inExtension(browser, id, code(hosts, run));
    await until(`${writes} records`, async () => sandbox.websites().length === writes, 60_000);
    const sent = sandbox.log.filter(({ method }) => method === 'POST').map(({ at }) => at);
    // From the first write to the last, so that the start of the job is not counted with each write.
    return ((sent.at(-1) ?? 0) - (sent[0] ?? 0)) / (sent.length - 1);
  };
  return inTurn(repeats, {
    'Bare loop': written('loop', (hosts) => loop(sandbox, hosts)),
    Waymark: written('job', (hosts, run) => job(`run${run}`, hosts)),
  });
}

/** Measures adding many sites: the page with long lists, and the speed of the worker's writes. */
export const addMany = ({ build, web, sandbox, say }: Context) => {
  const task = async (installed: Installed) => {
    sandbox.reset();
    await connect(installed, sandbox);
    const growth = await pastedLists(installed, say);
    const writes = await throughput(installed, sandbox);
    say('Sites added, again and again.');
    return { growth, writes };
  };
  return withInstalled(task, waymark(build).registered, web.port, shop);
};
