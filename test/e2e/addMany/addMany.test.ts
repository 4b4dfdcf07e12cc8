import { afterEach, describe, expect, test } from 'vitest';
import { describeRequest } from '../../sandbox/sandbox.ts';
import { askWorker, connect } from '../harness/connect.ts';
import { fill, press, shows } from '../harness/controls.ts';
import { answerDialog } from '../harness/dialog.ts';
import { openPage, worker } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import { page, playWithOneService, sandbox, session, showPage, unlimited } from '../harness/oneService.ts';
import { grantHost, revokeHost } from '../harness/permissions.ts';
import { openWeb } from '../harness/web.ts';
import { dismissJobs } from '../manage/managePage.ts';
import {
  chooseFile,
  groups,
  jobsIn,
  openAddMany,
  openPreview,
  paste,
  pressFirst,
  report,
  results,
  rows,
  unfold,
} from './addManyPage.ts';

const requests = () => sandbox.log.map(({ method }) => method);
const ended = () => expect.poll(() => report(page), { timeout: 60_000 });
const domains = () => sandbox.websites().map(({ domain }) => domain);
const list = (count: number) => Array.from({ length: count }, (_, n) => `brand${n}.example.com`);

playWithOneService({ behave: unlimited, open: () => openAddMany(session) });
// The next test begins without a report.
afterEach(async () => {
  await page.bringToFront();
  // After a failure, a job may still run.
  await dismissJobs(page, ['Cancel', 'Dismiss']);
});

test('what the worker could not say while the sites were typed is asked again at Check', async () => {
  await page.evaluate(() => {
    const { runtime } = chrome;
    const send = runtime.sendMessage.bind(runtime);
    let lost = 0;
    const lose = (message: { ask?: string }) => {
      if (message.ask !== 'site.suffixes' || lost === 3) return send(message);
      lost += 1;
      document.body.dataset.lost = String(lost);
      return Promise.reject(new Error('The worker is gone.'));
    };
    Object.assign(runtime, { sendMessage: lose });
  });
  await paste(page, 'one.example.org');
  await page.waitForSelector('[data-lost="3"]');
  await openPreview(page);
  expect(await rows(page)).toEqual(['[x] one.example.org | New | Line 1']);
});

test('a list that is still read is not said to be empty, nor one that could not be read', async () => {
  await page.evaluate(() => {
    const { runtime } = chrome;
    const send = runtime.sendMessage.bind(runtime);
    const hold = (message: { ask?: string }) =>
      message.ask === 'site.suffixes'
        ? new Promise((answer) => {
            const end = () => answer({ ok: false, problem: { kind: 'network' } });
            addEventListener('worker-fails', end, { once: true });
          })
        : send(message);
    Object.assign(runtime, { sendMessage: hold });
  });
  const empty = () => page.evaluate(() => document.querySelector('.of-entries .empty')?.textContent);
  const title = () => page.$eval('.preview-step h2', ({ textContent }) => textContent);
  await paste(page, 'one.example.org\ntwo.example.org');
  await pressFirst(page, 'Check ');
  await expect.poll(empty).toBe('Reading…');
  expect(await title()).toBe('2 entries read');
  await page.evaluate(() => dispatchEvent(new Event('worker-fails')));
  await page.waitForSelector('.check-bar .note');
  expect(await empty()).toBeUndefined();
  expect(await title()).toBe('2 entries read');
});

test('paste, preview, untick, run, report: what was shown is what happens', async () => {
  sandbox.addWebsites([{ domain: 'there.example.com' }, { domain: 'twin.example.net' }]);
  sandbox.clearLog();
  await paste(
    page,
    [
      'https://www.one.example.org/path?x=1 - since 2019',
      'two.example.org; three.example.org',
      '*.four.example.org',
      'there.example.com',
      'www.twin.example.net',
      'two.example.org',
      'Clients of 2024',
      '# from here on unused',
      '192.168.1.10',
      'We run five.example.net since 2019',
      '-',
      'https://web.archive.org/web/2020/https://five.example.org/',
      'https://Six.example.org/',
    ].join('\r\n'),
  );
  await openPreview(page);
  expect(requests()).toEqual(['GET']);
  expect(await page.$eval('.preview-step h2', ({ textContent }) => textContent)).toBe('13 entries read, 6 new sites');
  expect(await groups(page)).toEqual([
    'Check these 3: Tick those to add',
    'New 6: All ticked',
    'Already there 1: Left as they are',
    'Left out 3: Not a site 1 · Duplicate 1 · Comment 1',
  ]);
  await unfold(page);
  expect(await rows(page)).toEqual([
    '[ ] www.twin.example.net | Check these/twin.example.net is registered | ',
    '[ ] 192.168.1.10 | Check these/This is a local address. Your service may not reach or accept it. | ',
    '[ ] five.example.net | Check these/There are more words on this line. Check the name. | Line 10 · We run five.example.net since 2019',
    '[x] www.one.example.org | New | Line 1',
    '[x] two.example.org | New | Line 2',
    '[x] three.example.org | New | Line 2',
    '[x] four.example.org | New | Line 3 · Asterisk removed',
    '[x] five.example.org | New | Line 12',
    '[x] six.example.org | New | Line 13',
    '    there.example.com | Already there | Line 4',
    '    two.example.org | Left out/Same as line 2 | Line 6',
    '    Clients of 2024 | Left out/There is no site on this line. | Line 7',
    '    # from here on unused | Left out/Comment | Line 8',
  ]);
  expect(await page.$$eval('.written s', (all) => all.map(({ textContent }) => textContent))).toEqual([
    'We run',
    'since 2019',
  ]);
  await press(page, 'checkbox', 'Select six.example.org');
  await press(page, 'checkbox', 'Select five.example.org');
  await press(page, 'checkbox', 'Select three.example.org');
  await press(page, 'radio', 'Public');
  sandbox.clearLog();
  await pressFirst(page, 'Add 3 sites');
  await ended().toBe('3 added');
  expect(sandbox.log.map(describeRequest)).toEqual(
    ['www.one', 'two', 'four'].map(
      (name) =>
        `POST /api/v1/websites privacy="0" domain="${name}.example.org" email="0" exclude_bots="1" [key] -> 201`,
    ),
  );
  expect(await page.title()).toBe('Add many · Waymark');
});

test('all names without www., or as whole domains', async () => {
  await paste(page, 'www.a.example.com\na.example.com\nshop.b.example.com');
  await press(page, 'radio', 'Without www.');
  await openPreview(page);
  await unfold(page);
  expect(await rows(page)).toEqual([
    '[x] a.example.com | New | Line 1 · Listed as www.a.example.com',
    '[x] shop.b.example.com | New | Line 3',
    '    a.example.com | Left out/Same as line 1 | Line 2',
  ]);
});

test('a file and a pasted list together; one is taken away again', async () => {
  const table = '\ufeffName;Web site\r\nAnna;https://anna.example.com/\r\nBob;bob.example.com\r\n';
  await chooseFile('clients.csv', table);
  await shows(page, 'clients.csv');
  await paste(page, 'carol.example.com');
  await shows(page, 'Check 3 sites');
  await openPreview(page);
  expect((await rows(page)).map((row) => row.split(' | ').at(-1))).toEqual([
    'clients.csv, line 2',
    'clients.csv, line 3',
    'Line 1',
  ]);
  await press(page, 'button', 'Change the list');
  await press(page, 'button', 'Remove clients.csv');
  await shows(page, 'Check 1 site');
});

/** Makes the service carry out `count` creates and then hold the next one, until the test releases it. */
function holdAfter(count: number): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const operation = 'websites.create';
  const soon = count ? [{ is: 0, operation, times: count } as const] : [];
  sandbox.behave({ delay: [...soon, { is: promise, operation }] });
  return resolve;
}

describe('while it runs', () => {
  test('the title and the badge tell how far it is; pause, resume, cancel, and the rest afterwards', async () => {
    const later = holdAfter(3);
    await paste(page, list(12).join('\n'));
    await openPreview(page);
    await pressFirst(page, 'Add 12 sites');
    await page.waitForFunction(() => /^[1-9]\d?% · Add many · Waymark$/.test(document.title));
    const badge = async () => (await worker(session)).evaluate(() => chrome.action.getBadgeText({}));
    expect(await badge()).toMatch(/^\d+%$/);
    await press(page, 'button', 'Pause');
    later();
    await shows(page, 'Paused.');
    // The write under way still ends, and none follows.
    await expect.poll(() => sandbox.log.every(({ status }) => status)).toBe(true);
    const paused = sandbox.websites().length;
    await askWorker(session, 'jobs.ping', {});
    expect(sandbox.log.filter(({ status }) => !status)).toEqual([]);
    const last = holdAfter(2);
    await press(page, 'button', 'Resume');
    await expect.poll(() => sandbox.websites().length).toBeGreaterThan(paused + 1);
    await press(page, 'button', 'Cancel');
    last();
    await ended().toMatch(/^\d+ added, \d+ not added$/);
    expect(sandbox.websites().length).toBeLessThan(12);
    sandbox.behave({ delay: 150 });
    await pressFirst(page, 'Add the other ');
    await ended().toBe('12 added');
    expect(domains().toSorted()).toEqual(list(12).toSorted());
    await expect.poll(badge).toBe('');
  });

  test('access taken away: it stops within a second and says so; given back, it goes on by itself', async () => {
    const later = holdAfter(4);
    await paste(page, list(20).join('\n'));
    await openPreview(page);
    await pressFirst(page, 'Add 20 sites');
    await expect.poll(() => sandbox.websites().length).toBeGreaterThan(3);
    await revokeHost(session, 'http://127.0.0.1/*');
    const stopped = sandbox.log.length;
    later();
    await page.bringToFront();
    await shows(page, 'Your browser does not let Waymark access');
    expect(sandbox.log.length).toBeLessThanOrEqual(stopped + 1);
    await grantHost(session, 'http://127.0.0.1/*');
    await page.bringToFront();
    await ended().toBe('20 added');
    expect(domains().toSorted()).toEqual(list(20).toSorted());
  });

  test('what failed is shown first with the reason of the service, and tried again alone', async () => {
    sandbox.behave({ fault: { is: '403', operation: 'websites.create', skip: 1, times: 1 } });
    await paste(page, list(3).join('\n'));
    await openPreview(page);
    await pressFirst(page, 'Add 3 sites');
    await ended().toBe('2 added, 1 failed');
    await pressFirst(page, 'Details');
    await expect.poll(() => results(page)).toEqual([expect.stringMatching(/^brand1\.example\.com .* \| Line 2$/)]);
    await pressFirst(page, 'Retry 1 failed site');
    await ended().toBe('3 added');
    expect(domains().toSorted()).toEqual(list(3));
  });
});

test('adding is undone once its count was typed: what it registered is deleted, what was there before stays', async () => {
  const before = ['shop.brand0.example.com', 'brand1.example.com'];
  sandbox.addWebsites(before.map((domain) => ({ domain })));
  const items = list(3).map((key) => ({ key }));
  const fields = { privacy: 1 };
  await askWorker(session, 'jobs.start', { id: crypto.randomUUID(), kind: 'create', items, fields, speed: 'fast' });
  await ended().toBe('2 added, 1 already registered');
  await press(page, 'button', 'Undo adding');
  await shows(page, 'Delete 2 websites?');
  await fill(page, 'Type 2 to confirm', '2');
  await press(page, 'button', 'Delete for good');
  await expect.poll(domains).toEqual(before);
  await shows(page, 'Deleting 2 websites');
  await shows(page, 'Finished');
  expect(await page.$$eval('button', (all) => all.some((one) => one.textContent === 'Undo adding'))).toBe(false);
});

test.each([240, 720])('at %i px, a reason that is cut off is whole in the row that has the focus', async (width) => {
  await page.setViewport({ width, height: 640 });
  const items = ['co.uk', 'com.au'].map((key) => ({ key }));
  const fields = { privacy: 1 };
  await askWorker(session, 'jobs.start', { id: crypto.randomUUID(), kind: 'create', items, fields, speed: 'fast' });
  await ended().toBe('2 failed');
  await pressFirst(page, 'Details');
  await page.waitForSelector('.virtual .hint');
  // The rows of a job that has just ended are drawn again.
  const whole = () =>
    expect.poll(() =>
      page.$$eval('.virtual td.outcome .hint', (reasons) =>
        reasons.map((reason) => {
          const row = reason.closest('tr')?.getBoundingClientRect();
          const { bottom } = reason.getBoundingClientRect();
          const fits = reason.scrollHeight <= reason.clientHeight && reason.scrollWidth <= reason.clientWidth;
          return fits && row !== undefined && bottom <= row.bottom;
        }),
      ),
    );
  await whole().toEqual([false, false]);
  await page.click('.virtual tbody tr:nth-child(1)');
  await whole().toEqual([true, false]);
  await page.keyboard.press('ArrowDown');
  await whole().toEqual([false, true]);
});

test('at 320 px, the keys reach every row of the preview, and its whole reason', async () => {
  await page.setViewport({ width: 320, height: 640 });
  await paste(page, 'one.example.com\nnas.local\ntwo.example.com');
  await openPreview(page);
  await page.focus('.back');
  await page.keyboard.press('Tab');
  const focused = () =>
    page.$eval('.of-entries tr:focus-within', (row) => {
      const isWhole = [...row.querySelectorAll('.warned')].every(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth <= clientWidth && scrollHeight <= clientHeight,
      );
      return `${row.querySelector('.text, .host')?.textContent} ${isWhole}`;
    });
  const seen = [await focused()];
  for (const _ of ['nas', 'New', 'one', 'two']) {
    await page.keyboard.press('ArrowDown');
    seen.push(await focused());
  }
  const names = ['Check these', 'nas.local', 'New', 'one.example.com', 'two.example.com'];
  expect(seen).toEqual(names.map((name) => `${name} true`));
  const boxes = async () => (await rows(page)).map((row) => row.slice(0, 3));
  await page.keyboard.press('Space');
  await expect.poll(boxes).toEqual(['[ ]', '[x]', '[ ]']);
  // A group's box ticks all its entries, and Enter folds the group.
  for (const key of ['Home', 'Space', 'Enter'] as const) await page.keyboard.press(key);
  await expect.poll(boxes).toEqual(['[x]', '[ ]']);
  await shows(page, 'Add 2 sites');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.of-entries'))).toBeNull();
});

test('Edit leads to the line: in the text box, or in a field for that of a file', async () => {
  await chooseFile('clients.csv', 'domain,privacy\none.example.com,\nwww.one.example.com,public\n');
  await paste(page, 'two.example.com\nWe run three.example.com since May');
  await shows(page, 'Check 4 sites');
  const selected = () =>
    page.evaluate(() => {
      const { activeElement: box } = document;
      const isText = box instanceof HTMLTextAreaElement || box instanceof HTMLInputElement;
      return isText ? box.value.slice(box.selectionStart ?? 0, box.selectionEnd ?? 0) : '';
    });
  for (const [name, line] of [
    ['three.example.com', 'We run three.example.com since May'],
    ['www.one.example.com', 'www.one.example.com'],
  ] as const) {
    await openPreview(page);
    await press(page, 'button', `Edit ${name}`);
    await expect.poll(selected).toBe(line);
  }
  await page.keyboard.type('four.example.com');
  await openPreview(page);
  const changed = () =>
    page.$$eval('.of-entries tr', (all) =>
      all.flatMap(({ textContent }) => (/four|www/.test(textContent) ? textContent : [])),
    );
  // The other values of its row still apply.
  await expect.poll(changed).toEqual(['four.example.comPublicclients.csv, line 3']);
});

test('a misspelt ending: the name that was probably meant is used at a press, and ticked', async () => {
  await chooseFile('clients.csv', 'domain,privacy\none.example.con,public\n');
  await paste(page, 'two.example.com\nthree.example.cmo');
  await openPreview(page);
  expect(await groups(page)).toEqual(['Check these 2: Tick those to add', 'New 1: All ticked']);
  for (const name of ['one.example.com', 'three.example.com']) {
    await press(page, 'button', `Use .com · ${name}`);
    await page.waitForSelector(`.in-new input:checked[aria-label="Select ${name}"]`);
  }
  await press(page, 'button', 'Add 3 sites');
  await ended().toBe('3 added');
  expect(sandbox.websites().map(({ domain, privacy }) => `${domain} ${privacy}`)).toEqual([
    'one.example.com 0',
    'two.example.com 1',
    'three.example.com 1',
  ]);
});

test('a meant name is used by keyboard: the rows stay, and the focus leads to the next one in doubt', async () => {
  await paste(page, Array.from({ length: 40 }, (_, n) => `brand${n}.example.con`).join('\n'));
  await openPreview(page);
  const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.querySelector('.host')?.textContent);
  await page.focus('.of-entries tr[data-index="1"]');
  for (let n = 0; n < 30; n++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe('brand30.example.con');
  const emptied = await page.evaluateHandle(() => {
    const seen = { empty: false };
    const look = () => {
      seen.empty ||= !document.querySelector('.of-entries tr.entry');
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('brand31.example.con');
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
  expect(await emptied.jsonValue()).toEqual({ empty: false });
});

test('a password for each: copied once, then erased; a report with passwords is not dismissed by a slip', async () => {
  await session.browser.defaultBrowserContext().setPermission(`chrome-extension://${session.id}`, {
    permission: { name: 'clipboard-write' },
    state: 'granted',
  });
  await paste(page, list(3).join('\n'));
  await openPreview(page);
  await press(page, 'radio', 'Password');
  await pressFirst(page, 'Add 3 sites');
  await ended().toMatch(/./);
  await press(page, 'button', 'Dismiss');
  await shows(page, 'have not been copied');
  await pressFirst(page, 'Copy 3 passwords');
  const text = await page.waitForSelector('.job-panel textarea').then((box) => box?.evaluate((node) => node.value));
  expect(text?.split('\n')).toEqual(sandbox.websites().map(({ domain, password }) => `${domain}\t${password}`));
  expect(new Set(sandbox.websites().map(({ password }) => password)).size).toBe(3);
  await page.waitForFunction(() => !document.body?.textContent?.includes('Copy 3 passwords'));
  expect(JSON.parse(await jobsIn(page)).secrets).toEqual([]);
});

const presetOffered = () =>
  page.waitForFunction(() => /Clients/.test(document.querySelector('.presets select')?.textContent ?? ''));

test('a preset keeps the fields under a name', async () => {
  await paste(page, 'a.example.com');
  await openPreview(page);
  await press(page, 'radio', 'Public');
  await pressFirst(page, 'Save as preset');
  await fill(page, 'Name of the preset', 'Clients');
  await press(page, 'button', 'Save');
  await presetOffered();
  await page.close();
  await showPage(openAddMany(session));
  await paste(page, 'b.example.com');
  await openPreview(page);
  await presetOffered();
  await page.select('.presets select', 'Clients');
  await pressFirst(page, 'Add 1 site');
  await ended().toMatch(/./);
  expect(sandbox.websites()).toMatchObject([{ domain: 'b.example.com', privacy: 0 }]);
});

test('tabs and bookmarks are read once the browser has asked', async () => {
  const web = await openWeb();
  const headed = await launch({ web, headed: true });
  try {
    await connect(headed, sandbox);
    for (const host of ['tab-one', 'tab-two']) {
      const tab = await headed.browser.newPage();
      await tab.goto(`http://${host}.example.com/`);
    }
    const add = await openPage(headed, 'manage.html?tab=add');
    await press(add, 'button', 'Tabs of this window');
    await answerDialog(headed, add, 'deny');
    await shows(add, 'without your permission');
    await press(add, 'button', 'Tabs of this window');
    await answerDialog(headed, add, 'allow');
    await shows(add, 'Check 2 sites');
    await press(add, 'button', 'Bookmarks');
    await answerDialog(headed, add, 'allow');
    await shows(add, 'There is no site in this folder.');
    const granted = await (await worker(headed)).evaluate(() => chrome.permissions.getAll());
    expect(granted.permissions).not.toEqual(expect.arrayContaining(['tabs']));
    expect(granted.permissions).not.toEqual(expect.arrayContaining(['bookmarks']));
    const own = await headed.browser.newPage();
    await own.goto('chrome://bookmarks/');
    await own.evaluate(async () => {
      const { bookmarks } = chrome as unknown as {
        bookmarks: { create(of: object): Promise<{ id: string }> };
      };
      const folder = await bookmarks.create({ parentId: '1', title: 'Clients' });
      await bookmarks.create({ parentId: folder.id, title: 'Marked', url: 'https://marked.example.com/x' });
    });
    await own.close();
    await press(add, 'button', 'Bookmarks');
    await press(add, 'button', 'Use this folder');
    await shows(add, 'Check 3 sites');
    expect(await add.evaluate(() => document.body.textContent)).not.toContain('http://');
  } finally {
    await headed.close();
    await web.close();
  }
});
