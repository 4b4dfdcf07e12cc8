import type { Page } from 'puppeteer-core';
import { beforeAll, expect, test } from 'vitest';
import { inChromium } from '../harness/stage.ts';
import { countText, names, openManage } from './managePage.ts';

const stage = inChromium({ watch: false, connected: 'withSeo' });
beforeAll(() => {
  stage.sandbox.behave({ rateLimit: { limit: 10_000, windowMs: 60_000 } });
  stage.sandbox.addWebsites(25_000);
});

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** The processor time (microseconds). */
  tdur?: number;
}

/** Resolves to the main thread's longest task (milliseconds of processor time, so that other load does not count). */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  await page.tracing.start({ categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await act();
  const trace = JSON.parse(new TextDecoder().decode(await page.tracing.stop()));
  const events = (trace.traceEvents as TraceEvent[]).filter(({ ph }) => ph === 'X');
  const threads = Map.groupBy(events, ({ pid, tid }) => `${pid} ${tid}`);
  const layouts = (thread: TraceEvent[]) => thread.filter(({ name }) => name === 'Layout').length;
  const [main = []] = [...threads.values()].toSorted((a, b) => layouts(b) - layouts(a));
  const tasks = main.filter(({ name }) => name === 'RunTask').map(({ tdur = 0 }) => tdur / 1000);
  return Math.max(...tasks);
}

/** The duration of `yardstick` on the reference processor (milliseconds), to which "four times as slow" refers. */
const yardstickThere = 45;

/** Measures a fixed amount of a page's work on this machine: creating ten tables of 40 rows, with their layout. */
const yardstick = (page: Page) =>
  longestTask(page, () =>
    page.evaluate(() => {
      for (let time = 0; time < 10; time++) {
        const table = document.createElement('table');
        for (let row = 0; row < 40; row++) {
          const line = table.insertRow();
          for (let cell = 0; cell < 8; cell++) line.insertCell().textContent = `${time} ${row} ${cell}`;
        }
        document.body.append(table);
        void table.offsetHeight;
        table.remove();
      }
    }),
  );

/** Returns the median of five values: the first run warms up, and a garbage collection may fall into any task. */
const middle = (five: number[]) => five.toSorted((a, b) => a - b)[2] ?? Number.NaN;

/** Checks that each task in a list of 25,000 takes less than 50 ms on a processor four times as slow. */
async function neverWaits(page: Page, act: () => Promise<void>): Promise<void> {
  const rounds: number[] = [];
  const yardsticks: number[] = [];
  for (let round = 0; round < 5; round++) {
    rounds.push(await longestTask(page, act));
    yardsticks.push(await yardstick(page));
  }
  const slower = (4 * yardstickThere) / middle(yardsticks);
  const text = rounds.map((each) => Math.round(each * slower)).join(', ');
  expect(middle(rounds) * slower, `longest tasks: ${text} ms`).toBeLessThan(50);
}

/** Opens the list, and waits until all websites are known. */
async function openList(): Promise<Page> {
  const page = await openManage(stage.session);
  await expect.poll(() => countText(page), { timeout: 120_000 }).toBe('25,000 websites');
  return page;
}

test('typing a search never waits', async () => {
  const page = await openList();
  const first = () => expect.poll(async () => (await names(page))[0]);
  await page.keyboard.press('/');
  await page.keyboard.press('9');
  await neverWaits(page, async () => {
    await page.keyboard.type('12', { delay: 100 });
    await first().toBe('site-24912.example.net');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await first().toBe('site-24999.example.net');
  });
});

test('selecting all, or one, never waits', async () => {
  const page = await openList();
  const chosen = (text: string) => expect.poll(() => page.$$eval('.bulk p', ([p]) => p?.textContent ?? '')).toBe(text);
  await neverWaits(page, async () => {
    for (const [box, text] of [
      ['tbody input', '1 selected'],
      ['tbody input', ''],
      ['thead input', '25,000 selected'],
      ['tbody input', '24,999 selected'],
      ['thead input', '25,000 selected'],
      ['thead input', ''],
    ] as const) {
      await page.$eval(box, (input) => (input as HTMLElement).click());
      await chosen(text);
    }
  });
});

test('filtering never waits', async () => {
  const page = await openList();
  const password = () => page.$eval('.overview .part.password', (button) => (button as HTMLElement).click());
  await neverWaits(page, async () => {
    await password();
    await expect.poll(() => countText(page)).toMatch(/^8,33\d of/);
    await password();
    await expect.poll(() => countText(page)).toBe('25,000 websites');
  });
});
