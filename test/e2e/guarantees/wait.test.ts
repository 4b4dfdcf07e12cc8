import type { Page } from 'puppeteer-core';
import { describe, expect, test, vi } from 'vitest';
import type { LoggedRequest, Sandbox } from '../../sandbox/sandbox.ts';
import { isFull } from '../../tier.ts';
import { fill, press } from '../harness/controls.ts';
import { worker } from '../harness/extension.ts';
import { askAll, engines, playOn, type Stage, type Subject } from './browsers.ts';

/** The longest time that a person may have to wait (milliseconds). */
const patience = 20_000;

interface Row {
  what: string;
  fault: string;
  operation: 'websites.list' | 'websites.create';
  says: string;
}

const late = 'did not answer in time';
const unreadable = 'could not read the service’s answer';

const all: Row[] = [
  { what: 'a list of which no byte comes', fault: 'hang', operation: 'websites.list', says: late },
  { what: 'a list that drips for ever', fault: 'drip', operation: 'websites.list', says: late },
  { what: 'a list that stops half way', fault: 'stall', operation: 'websites.list', says: late },
  { what: 'a list of 50 MB', fault: 'flood', operation: 'websites.list', says: unreadable },
  { what: 'a list that is cut off', fault: 'cut', operation: 'websites.list', says: 'cannot be reached' },
  { what: 'a create of which no byte comes', fault: 'hang', operation: 'websites.create', says: 'did not confirm' },
];

/** Whether a row ends at once. The others last as long as the client's own time limit. */
const isAtOnce = ({ fault }: Row) => fault === 'flood' || fault === 'cut';
const rows = all.filter((row) => isFull || isAtOnce(row));

async function openCreate(subject: Subject): Promise<Page> {
  const page = await subject.open('manage.html');
  await page.bringToFront();
  await press(page, 'button', 'Add website');
  await fill(page, 'Domain', 'slow.example.com');
  await page.keyboard.press('Enter');
  return page;
}

/** Returns the request of a row: the first one of its operation since the row began. */
const requestOf = ({ operation }: Row, sandbox: Sandbox, before: readonly LoggedRequest[]) =>
  sandbox.log.slice(before.length).find((request) => request.operation === operation);

/** Measures from the arrival of the request, because the time to open a tab does not matter. */
async function wait(row: Row, subject: Subject, sandbox: Sandbox, before: readonly LoggedRequest[]) {
  const page = await (row.operation === 'websites.list' ? subject.open('manage.html') : openCreate(subject));
  const said = await vi
    .waitUntil(() => page.evaluate((text) => document.body?.textContent?.includes(text), row.says), {
      timeout: patience + 5_000,
      interval: 100,
    })
    .catch(() => false);
  const begun = requestOf(row, sandbox, before)?.at ?? 0;
  return { said: said === true, ms: Date.now() - begun };
}

/** Returns the worker's heap after ten answers of 50 MB as a multiple of its earlier size. Only Chromium reports it. */
async function growth(subject: Subject, page: Page, sandbox: Sandbox): Promise<number> {
  if (!subject.session) return 1;
  const { client } = await worker(subject.session);
  const heap = async () => {
    await client.send('HeapProfiler.collectGarbage');
    return (await client.send('Runtime.getHeapUsage')).usedSize;
  };
  const before = await heap();
  sandbox.behave({ fault: 'flood' });
  const heard = await askAll(
    page,
    Array.from({ length: 10 }, (_, n) => ({ ask: 'websites.show', input: { id: String(1 + (n % 3)) } })),
  );
  expect(heard.map((one) => one?.ok === false && one.problem.kind)).toEqual(Array(10).fill('shape'));
  return (await heap()) / before;
}

async function play({ subject, sandbox, page }: Stage) {
  sandbox.addWebsites(3);
  const grown = await growth(subject, page, sandbox);
  const waited: ReturnType<typeof wait>[] = [];
  // The window for typing comes first: it must be in front. Each row has its own fault, and waits beside the others.
  for (const row of rows.toReversed()) {
    const before = [...sandbox.log];
    sandbox.behave({ fault: [{ is: row.fault, operation: row.operation }] });
    waited.unshift(wait(row, subject, sandbox, before));
    await vi.waitUntil(() => requestOf(row, sandbox, before), { timeout: patience });
    // The request is sent a second time at once, and meets the same fault.
    if (isAtOnce(row)) await waited[0];
  }
  return { waited: await Promise.all(waited), grown };
}

const played = playOn(engines, play);

describe.each(engines)('%s: an answer on the screen within 20 s', (browser) => {
  test.each(rows.map((row, index) => ({ ...row, index })))('$what', async ({ index }) => {
    const waited = (await played(browser)).waited[index];
    expect(waited?.said).toBe(true);
    expect(waited?.ms).toBeLessThan(patience);
  });
});

test('what the service pours out does not stay in the worker', async () => {
  expect((await played('Chromium')).grown).toBeLessThan(1.5);
});
