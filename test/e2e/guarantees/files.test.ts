import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { describeRequest } from '../../sandbox/sandbox.ts';
import { isFull } from '../../tier.ts';
import { pressFirst, unfold } from '../addMany/addManyPage.ts';
import { shows } from '../harness/controls.ts';
import { engines, playOn, type Stage } from './browsers.ts';

interface Row {
  what: string;
  name?: string;
  content: string | Buffer;
  /** The page's message about the file. */
  says: string;
  /** The names in the preview, if there are few. */
  rows?: string[];
  /** Only in the full tier: takes long, and differs from another row only for the parser, not for the page. */
  isLong?: true;
}

const megabyte = 2 ** 20;
const count = (all: number) => `Check ${all.toLocaleString('en')} sites`;
const names = (size: number, joint: string) => {
  const one = (n: number) => `site-${String(n).padStart(7, '0')}.example.com${joint}`;
  return Array.from({ length: Math.floor(size / one(0).length) }, (_, n) => one(n));
};
const whole = names(10 * megabyte, '\n');
const table = names(10 * megabyte - 100, ',"a, b"\n')
  .map((row) => `1,${row}`)
  .slice(0, 250_000);
const line = names(megabyte, ',');
const utf16 = Buffer.from('\ufeffshop.example.com\n', 'utf16le');
const noText = 'This file could not be read as text.';

const all: Row[] = [
  { what: 'of 10 MB', content: whole.join(''), says: count(whole.length) },
  { what: 'of more than 10 MB', content: Buffer.alloc(10 * megabyte + 1, 'a.com\n'), says: 'larger than 10 MB' },
  { what: 'that is an archive', content: Buffer.from('PK\x03\x04\x14\0\0\0shop.example.com'), says: noText },
  { what: 'in UTF-16', content: utf16, says: 'Check 1 site' },
  { what: 'in UTF-16, the other way round', content: Buffer.from(utf16).swap16(), says: 'Check 1 site' },
  {
    what: 'that is no UTF-8',
    content: Buffer.from('Caf\xe9\nshop.example.com\n\xff\xfe', 'latin1'),
    // As Excel writes it; the same text in UTF-8 says the same.
    says: 'Check 3 sites',
  },
  { what: 'of one word of 1 MB', content: 'a'.repeat(megabyte), says: '1 line', isLong: true },
  {
    what: 'of one line of 1 MB',
    content: `https://a.example.com,${line.join('')}`,
    says: count(line.length + 1),
    isLong: true,
  },
  {
    what: 'of deep JSON',
    content: `${'{"url":['.repeat(100_000)}"https://deep.example.com"${']}'.repeat(100_000)}`,
    says: 'Check 1 site',
    isLong: true,
  },
  {
    what: 'of a field that never ends',
    content: `name,url\n"${'x,y\n'.repeat(megabyte / 4)}`,
    says: 'Line 2: a quotation mark is not closed, so the rest was read line by line.',
    isLong: true,
  },
  { what: 'of 10 MB, as a table', content: `note,domain\n${table.join('')}`, says: count(table.length), isLong: true },
  {
    what: 'of names that every object has',
    content: ['__proto__', 'constructor', '__proto__.example.com', 'toString.example.com'].join('\n'),
    says: 'Check 4 sites',
    rows: ['__proto__', 'constructor', '__proto__.example.com', 'tostring.example.com'],
  },
  {
    what: 'of HTML, and so is its name',
    name: '<img src=x onerror=ran=1>.csv',
    content: [
      '<img src="https://image.example.com/x.png" onerror="ran=1">',
      '<script>ran=1</script>',
      '<a href="javascript:ran=1">x</a>',
      'https://host.example.com/"><svg onload=ran=1>',
    ].join('\n'),
    says: 'Check 2 sites',
    rows: ['image.example.com', 'host.example.com', '<script>ran=1</script>', '<a href="javascript:ran=1">x</a>'],
  },
];

const files = all.filter(({ isLong }) => isFull || !isLong);

/** The limit for hundreds of thousands of lines in a Firefox without optimisation, on a busy machine (milliseconds). */
const patience = 180_000;

/** The longest time for which a file may block a page, as a multiple of the time that `yardstick` takes in the page. */
const bearable = 30;

/** Measures a fixed amount of work in a page (milliseconds): about 90 on a machine at rest, more on a busy one. */
const yardstick = (page: Page) =>
  page.evaluate(() => {
    const began = performance.now();
    let sum = 0;
    for (let at = 0; at < 1e7; at++) sum += at % 7;
    return sum && performance.now() - began;
  });

/** Makes the page record the longest time in which it did nothing else. */
const listen = (page: Page) =>
  page.evaluate(() => {
    let last = performance.now();
    Object.assign(globalThis, { froze: 0 });
    setInterval(() => {
      const { froze } = globalThis as unknown as { froze: number };
      Object.assign(globalThis, { froze: Math.max(froze, performance.now() - last) });
      last = performance.now();
    }, 20);
  });

const look = (page: Page) =>
  page.evaluate(() => ({
    rows: [...document.querySelectorAll('.of-entries td.site')].map(
      (cell) => cell.querySelector('bdi')?.textContent ?? cell.textContent,
    ),
    strange: [
      ...document.querySelectorAll(
        'img:not([src^="/icons/"]), iframe, object, embed, body script, [onerror], [onload], [href^="javascript:"]',
      ),
    ].map(({ outerHTML }) => outerHTML.slice(0, 200)),
    ran: 'ran' in globalThis,
    froze: (globalThis as unknown as { froze: number }).froze,
  }));

async function observe({ subject, sandbox, web }: Stage, folder: string, row: Row) {
  const { name = 'list.txt', content, rows, says } = row;
  const path = join(folder, name);
  await writeFile(path, content);
  sandbox.clearLog();
  const page = await subject.open('manage.html?tab=add');
  await page.bringToFront();
  const input = (await page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
  await listen(page);
  await input.uploadFile(path);
  const said = await shows(page, says, { timeout: patience }).then(
    () => true,
    async () => page.evaluate(() => document.querySelector('.sources-step')?.textContent ?? ''),
  );
  // Once a service is connected, its whole list is read in the background, whatever a page does.
  const sent = sandbox.log
    .map(describeRequest)
    .filter((one) => !/^GET \S+\?sort_by=id&sort=asc&per_page=100 /.test(one));
  if (rows) {
    await pressFirst(page, 'Check ');
    await page.waitForSelector('.of-entries td.site');
    await unfold(page);
  }
  const { froze, ...seen } = await look(page);
  const blocked = froze / (await yardstick(page));
  await page.close();
  return { ...seen, blocked, said, sent, visits: web.visits.filter((visit) => visit.includes('.example.com')) };
}

async function play(stage: Stage) {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-'));
  try {
    const seen = [];
    for (const row of files) {
      let calmest = await observe(stage, folder, row);
      // The whole machine may have stalled. If the file is the cause, the page is blocked each time.
      for (let tries = 1; calmest.blocked >= bearable && tries < 5; tries++) {
        const again = await observe(stage, folder, row);
        if (again.blocked < calmest.blocked) calmest = again;
      }
      seen.push(calmest);
    }
    return seen;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const played = playOn(engines, play, { timeout: 600_000 });

describe.each(engines)('%s: a file', (browser) => {
  test.each(files.map((row, index) => ({ ...row, index })))('$what', async ({ index, rows = [] }) => {
    const { blocked, ...seen } = (await played(browser))[index] ?? { blocked: Number.NaN };
    expect(seen).toEqual({ said: true, rows, strange: [], ran: false, sent: [], visits: [] });
    expect(blocked).toBeLessThan(bearable);
  });
});
