import { beforeEach, describe, expect, test } from 'vitest';
import { envelopes } from '../../sandbox/shapes.ts';
import { askWorker, connect } from '../harness/connect.ts';
import { control, press, shows } from '../harness/controls.ts';
import { withBarePage } from '../harness/extension.ts';
import { full } from '../harness/full.ts';
import { page, playWithOneService, sandbox, session } from '../harness/oneService.ts';
import { revokeHost } from '../harness/permissions.ts';
import { cells, choose, names, open, pagerText, search, settled, site, sites } from './managePage.ts';

/** What the page asked for; the worker reads the whole list by itself, oldest first. */
const isOfWorker = ({ sort, sort_by, per_page }: Readonly<Record<string, unknown>>) =>
  `${sort_by} ${sort} ${per_page}` === 'id asc 100';
const lists = () => sandbox.log.filter(({ operation, query }) => operation === 'websites.list' && !isOfWorker(query));
const listed = () => expect.poll(() => names(page));
const shown = () => expect.poll(() => pagerText(page));
/** Presses once all rows are there: until then, what stands below them moves. */
const turn = async (name: 'Next' | 'Previous') => {
  await settled(page);
  await press(page, 'button', name);
};
/** The name of the row that has the focus. */
const focused = () => page.evaluate(() => document.activeElement?.querySelector('th')?.textContent);
const numberText = (value: number) => value.toLocaleString('en');
const query = () => new URL(page.url()).search;

playWithOneService();
beforeEach(() => withBarePage(session, (bare) => bare.evaluate(() => chrome.storage.local.remove('perPage'))));

full.describe('lists of every size', () => {
  test('none: says so, and offers the one thing to do', async () => {
    await open();
    await shows(page, 'No websites yet');
    await press(page, 'button', 'Add website');
    await control(page, 'textbox', 'Domain');
  });

  test('3: all of them, newest first, one request with the interface’s own defaults', async () => {
    sandbox.addWebsites(3);
    await open();
    expect(await names(page)).toEqual(sites(3, 1));
    expect(await pagerText(page)).toBe('1–3 of 3');
    expect(lists().map((request) => request.query)).toEqual([{ sort_by: 'id', sort: 'desc', per_page: '50' }]);
    expect(await page.$$('.pager button')).toHaveLength(0);
  });

  test('30: Next, pressed in the moment that a page appears, leads to the head of the page after it', async () => {
    sandbox.addWebsites(30);
    await open('?per_page=10');
    await page.evaluate(() => {
      const pager = document.querySelector('.pager');
      const observer = new MutationObserver(() => {
        const next = [...document.querySelectorAll<HTMLButtonElement>('.pager button:last-child')].at(-1);
        if (!pager?.textContent?.includes('11–20') || next?.disabled) return;
        observer.disconnect();
        next?.click();
      });
      if (pager) observer.observe(pager, { subtree: true, characterData: true, childList: true, attributes: true });
    });
    await turn('Next');
    await shown().toBe('21–30 of 30');
    await settled(page);
    await expect.poll(focused).toBe(site(10));
  });

  test('250: Next and Previous, also after a reload', async () => {
    sandbox.addWebsites(250);
    await open('?per_page=100');
    expect(await pagerText(page)).toBe('1–100 of 250');
    await turn('Next');
    await shown().toBe('101–200 of 250');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.$eval('.list + .pager .button:last-child', (button) => (button as HTMLElement).click());
    await shown().toBe('201–250 of 250');
    await expect.poll(() => focused()).toBe(site(50));
    expect(await page.$eval('.pager', (head) => head.getBoundingClientRect().top)).toBeGreaterThan(0);
    await listed().toEqual(sites(50, 1));
    await page.reload();
    await settled(page);
    expect(await pagerText(page)).toBe('201–250 of 250');
    await turn('Previous');
    await shown().toBe('101–200 of 250');
    await turn('Previous');
    await shown().toBe('1–100 of 250');
    await listed().toEqual(sites(250, 151));
  });

  test('Next pressed twice while the service takes its time is one page', async () => {
    sandbox.addWebsites(40);
    await open('?per_page=10');
    sandbox.behave({ delay: 400 });
    const next = await control(page, 'button', 'Next');
    await next.evaluate((button) => {
      (button as HTMLElement).click();
      (button as HTMLElement).click();
    });
    await listed().toEqual(sites(30, 21));
    expect(await pagerText(page)).toBe('11–20 of 40');
    expect(lists()).toHaveLength(2);
  });

  test('25,000: one page of them, found by search', async () => {
    sandbox.addWebsites(25_000);
    await open('?per_page=100&sort_by=domain&sort=asc');
    expect(await names(page)).toEqual(sites(1, 100));
    expect(await pagerText(page)).toBe('1–100 of 25,000');
    expect(lists()).toHaveLength(1);
    await search(page, 'site-17042');
    await listed().toEqual([site(17_042)]);
  });

  test('page after page, memory stays flat', async () => {
    sandbox.addWebsites(1_500);
    await open('?per_page=100');
    const client = await page.createCDPSession();
    const heap = async () => {
      await client.send('HeapProfiler.collectGarbage');
      return (await client.send('Runtime.getHeapUsage')).usedSize;
    };
    let early = 0;
    for (let first = 101; first < 1_200; first += 100) {
      await turn('Next');
      await shown().toBe(`${numberText(first)}–${numberText(first + 99)} of 1,500`);
      await settled(page);
      if (first === 401) early = await heap();
    }
    // The rows of one page are a megabyte.
    expect((await heap()) - early).toBeLessThan(3e6);
  });

  test.each([
    ['no links, no total', 'none', 'First 10 shown, search for more'],
    ['a total and no links', 'total', 'First 10 of 250 shown, search for more'],
    ['links elsewhere', 'next-elsewhere', 'First 10 of 250 shown, search for more'],
    ['links that are scripts', 'next-script', 'First 10 of 250 shown, search for more'],
  ] as const)('%s: does not pretend', async (_what, paging, text) => {
    sandbox.addWebsites(250);
    sandbox.behave({ paging });
    await open('?per_page=10');
    expect(await pagerText(page)).toBe(text);
    expect(await page.$$('.pager button')).toHaveLength(0);
  });

  test.each(['links-relative', 'link-header', 'next_page_url', 'meta.next', 'links-query-only'] as const)(
    'pages by %s',
    async (paging) => {
      sandbox.addWebsites(25);
      sandbox.behave({ paging });
      await open('?per_page=10');
      await press(page, 'button', 'Next');
      await listed().toEqual(sites(15, 6));
      await press(page, 'button', 'Next');
      await listed().toEqual(sites(5, 1));
    },
  );
});

full.describe('answers of every shape', () => {
  test.each(Object.keys(envelopes) as (keyof typeof envelopes)[])('%s', async (envelope) => {
    sandbox.addWebsites(3);
    sandbox.behave({ envelope });
    await open('?sort_by=domain&sort=asc');
    expect((await names(page)).toSorted()).toEqual(sites(1, 3));
  });

  test.each([
    ['numbers as text', 'numbers-as-text', { privacy: 'Public', email: 'Off', exclude_bots: 'Excluded' }],
    ['flags as booleans', 'flags-as-booleans', { privacy: 'Public', email: 'Off', exclude_bots: 'Excluded' }],
    ['nothing but a name', 'sparse', { privacy: 'Not reported', email: 'Not reported', exclude_bots: 'Not reported' }],
    ['nulls', 'nulls', { privacy: 'Not reported', email: 'Not reported', created: 'Not reported' }],
    ['a privacy of its own', 'privacy-3', { privacy: 'Unknown (3)' }],
    ['url for domain', 'url-for-domain', { privacy: 'Public' }],
  ] as const)('%s', async (_what, fields, expected) => {
    sandbox.addWebsite({ domain: 'example.com', privacy: 0 });
    sandbox.behave({ fields });
    await open();
    expect(await cells(page, 'example.com')).toMatchObject(expected);
  });

  test.each(['big', 'missing', '..', 'a/b', 'fraction'] as const)('ids that are %s: read-only', async (ids) => {
    sandbox.addWebsites(2);
    sandbox.behave({ ids });
    await open();
    expect(await names(page)).toHaveLength(2);
    expect(await page.$$('tbody button')).toHaveLength(0);
    expect(await page.$$('tbody input:not(:disabled)')).toHaveLength(0);
    expect((await cells(page, site(1))).actions).toContain('Read-only');
  });

  test('international names are read as people write them', async () => {
    sandbox.addWebsite({ domain: 'xn--bcher-kva.example' });
    await open();
    expect(await names(page)).toEqual(['bücher.example']);
    expect(await page.$eval('tbody th', (cell) => (cell as HTMLElement).title)).toBe('xn--bcher-kva.example');
    await control(page, 'button', 'Edit bücher.example');
  });

  test.each(['text-vnode', 'text-markup', 'text-bidi', 'text-1-mb', 'junk-among-records'])(
    'hostile text (%s) stays text',
    async (fault) => {
      sandbox.addWebsites(3);
      sandbox.behave({ fault });
      await open();
      await page.waitForSelector('.list tbody tr, .state, .problem');
      expect(await page.$$('main img')).toHaveLength(0);
      expect(await page.title()).toBe('Websites · Waymark');
    },
  );
});

describe('what is listed', () => {
  beforeEach(() => {
    sandbox.addWebsites(30);
  });

  test('sort, order, per page and search live in the address; back, forward and reload follow it', async () => {
    await open('?per_page=10');
    await choose(page, 'Sort by', 'Domain');
    await listed().toEqual(sites(1, 10));
    await choose(page, 'Order', 'Descending');
    await listed().toEqual(sites(30, 21));
    await choose(page, 'Per page', '25');
    await listed().toEqual(sites(30, 6));
    await search(page, '0001');
    await listed().toEqual([...sites(19, 10), site(1)]);
    expect(query()).toBe('?search=0001&sort_by=domain&per_page=25');
    await page.goBack();
    await listed().toEqual(sites(30, 6));
    expect(await page.$eval('input[type=search]', (box) => (box as HTMLInputElement).value)).toBe('');
    await page.goBack();
    await listed().toEqual(sites(30, 21));
    await page.goForward();
    await page.goForward();
    await listed().toEqual([...sites(19, 10), site(1)]);
    await page.reload();
    await settled(page);
    expect(await names(page)).toEqual([...sites(19, 10), site(1)]);
    const last = lists().at(-1)?.query;
    expect(last).toEqual({ search: '0001', search_by: 'domain', sort_by: 'domain', sort: 'desc', per_page: '25' });
  });

  test('how many a page shows is remembered', async () => {
    await open();
    await choose(page, 'Per page', '25');
    await listed().toEqual(sites(30, 6));
    await page.close();
    await open();
    expect(await names(page)).toHaveLength(25);
  });

  test('a head sorts, and says how it is sorted', async () => {
    await open('?per_page=10');
    const sorted = () =>
      page.$$eval('thead th[aria-sort]', (heads) => heads.map((head) => `${head.textContent} ${head.ariaSort}`));
    expect(await sorted()).toEqual(['Domain none', 'Created descending']);
    await press(page, 'button', 'Domain');
    await listed().toEqual(sites(1, 10));
    expect(await sorted()).toEqual(['Domain ascending', 'Created none']);
    expect(query()).toBe('?sort_by=domain&sort=asc&per_page=10');
    await press(page, 'button', 'Created');
    await listed().toEqual(sites(30, 21));
  });

  test('search asks once for a word typed at once, and the latest answer wins', async () => {
    await open();
    sandbox.clearLog();
    const { promise: delay, resolve: answer } = Promise.withResolvers<void>();
    sandbox.behave({ delay: { is: delay, operation: 'websites.list', times: 1 } });
    await page.keyboard.press('/');
    // In one task: keys from outside may come with any pause.
    await page.evaluate((word) => {
      for (const letter of word) document.execCommand('insertText', false, letter);
    }, 'site-0001');
    await expect.poll(() => lists().length).toBe(1);
    await page.keyboard.type('7');
    await listed().toEqual([site(17)]);
    answer();
    await expect.poll(() => lists().every(({ status }) => status)).toBe(true);
    await settled(page);
    expect(await names(page)).toEqual([site(17)]);
    expect(lists().map((request) => request.query.search)).toEqual(['site-0001', 'site-00017']);
  });

  test('nothing found; the search is cleared by one press', async () => {
    await open('?search=nosuch&per_page=10');
    await shows(page, 'Nothing found for “nosuch”');
    await press(page, 'button', 'Clear search');
    await listed().toEqual(sites(30, 21));
  });

  test('a service that ignores the search is told from one that found something', async () => {
    sandbox.behave({ search: 'ignored' });
    await open('?search=00017');
    await shows(page, 'seems to ignore the search');
  });

  const counts = () => page.$$eval('.overview .part', (parts) => parts.map((part) => part.textContent));

  test('privacy counts what is listed, says so, and filters it without asking', async () => {
    await open('?per_page=25');
    expect(await counts()).toEqual(['On this page 25', 'Public 8', 'Private 8', 'Password 9', 'Not reported 0']);
    sandbox.clearLog();
    await press(page, 'button', 'Public 8');
    await listed().toHaveLength(8);
    expect(query()).toBe('?per_page=25&filter=public');
    expect(lists()).toHaveLength(0);
    await page.goBack();
    await listed().toHaveLength(25);
  });

  test('once all were read, privacy counts and filters all of them', async () => {
    sandbox.reset();
    sandbox.addWebsites(120);
    await open('?per_page=10&search=site-&sort_by=domain&sort=asc');
    await press(page, 'button', 'Read all');
    await expect.poll(counts).toEqual(['All 120', 'Public 40', 'Private 40', 'Password 40', 'Not reported 0']);
    await shows(page, 'As of ');
    sandbox.clearLog();
    await press(page, 'button', 'Public 40');
    await listed().toEqual(sites(1, 28).filter((_, index) => index % 3 === 0));
    expect(await pagerText(page)).toBe('1–10 of 40');
    await turn('Next');
    await shown().toBe('11–20 of 40');
    await turn('Next');
    await turn('Previous');
    await shown().toBe('11–20 of 40');
    expect(lists()).toHaveLength(0);
    await page.reload();
    await settled(page);
    expect((await counts())[0]).toBe('On this page 10');
  });

  test('a list that cannot be shown to be whole is not called so', async () => {
    sandbox.reset();
    sandbox.addWebsites(120);
    sandbox.behave({ paging: 'none' });
    await open('?per_page=25');
    await press(page, 'button', 'Read all');
    await shows(page, 'there may be more');
  });

  test('nor are its parts counted as if it were', async () => {
    sandbox.reset();
    sandbox.addWebsites(130);
    sandbox.behave({ paging: 'total-too-large' });
    await open('?per_page=25');
    await press(page, 'button', 'Read all');
    await expect.poll(counts).toEqual(['Any 130+', 'Public 44+', 'Private 43+', 'Password 43+', 'Not reported 0+']);
    await press(page, 'button', 'Public 44+');
    await shown().toBe('1–25');
    await turn('Next');
    await shown().toBe('26–44');
    await press(page, 'checkbox', 'Select all on this page');
    await control(page, 'button', 'Select all that match');
    await press(page, 'button', 'Export');
    await control(page, 'radio', 'All pages');
  });

  test('one without a total, from which something may have been deleted while it was read, is not called whole', async () => {
    sandbox.reset();
    sandbox.addWebsites(260);
    sandbox.behave({ paging: 'link-header', fault: { is: '500-after', operation: 'websites.delete' } });
    await open('?per_page=100');
    const before = lists().length;
    const { promise: delay, resolve: answer } = Promise.withResolvers<void>();
    sandbox.behave({ delay: { is: delay, operation: 'websites.list', times: 1 } });
    await press(page, 'button', 'Read all');
    await expect.poll(() => lists().length, { interval: 10 }).toBe(before + 1);
    await askWorker(session, 'websites.delete', { id: '200', domain: site(200) });
    answer();
    await shows(page, 'there may be more');
  });
});

full.describe('what changes on other pages', () => {
  beforeEach(() => {
    sandbox.addWebsites(30);
  });
  const remove = (number: number) => {
    const id = sandbox.websites().find(({ domain }) => domain === site(number))?.id;
    return askWorker(session, 'websites.delete', { id: String(id), domain: site(number) });
  };
  const create = (domain: string) => askWorker(session, 'websites.create', { domain, privacy: 0 });

  test('Next passes over nothing that has moved up, and is pressed once where nothing has', async () => {
    await open('?per_page=10');
    await turn('Next');
    await listed().toEqual(sites(20, 11));
    await remove(30);
    await shown().toBe('11–20 of 29');
    await turn('Next');
    await listed().toEqual(sites(19, 10));
    await remove(1);
    await shown().toBe('11–20 of 28');
    await turn('Next');
    await listed().toEqual(sites(9, 2));
    expect(await focused()).toBe(site(9));
  });

  test('nor over what moves up by a deletion that is not answered yet', async () => {
    await open('?per_page=10');
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    sandbox.behave({ delayAnswer: { is: promise, operation: 'websites.delete', times: 1 } });
    const gone = remove(28);
    await expect.poll(() => sandbox.websites().length).toBe(29);
    await turn('Next');
    await listed().toEqual([...sites(30, 29), ...sites(27, 20)]);
    answer();
    await gone;
    await shown().toBe('1–10');
    await turn('Next');
    await listed().toEqual(sites(19, 10));
  });

  test.each([
    ['one is deleted', '', () => remove(3), '1–10 of 29', 'All pages (29)'],
    ['one is made, not on this page', '&sort_by=domain&sort=asc', () => create('z.example'), '1–10 of 31', '(31)'],
    ['one is deleted that a search may have found', '&search=site', () => remove(3), '1–10', 'All pages'],
  ])('%s: how many there are is told, and repeated by Export', async (_what, more, change, text, exported) => {
    await open(`?per_page=10${more}`);
    await change();
    await shown().toBe(text);
    await press(page, 'button', 'Export');
    await shows(page, exported);
    expect(await names(page)).toHaveLength(10);
  });

  test('the last page keeps its records, though fewer come before them', async () => {
    await open('?per_page=10');
    await turn('Next');
    await shown().toBe('11–20 of 30');
    await turn('Next');
    await shown().toBe('21–30 of 30');
    await remove(30);
    await shown().toBe('20–29 of 29');
    expect(await names(page)).toEqual(sites(10, 1));
  });

  test('while a search is not answered, the number of the one before is not promised', async () => {
    await open('?per_page=10');
    await press(page, 'checkbox', 'Select all on this page');
    await control(page, 'button', 'Select all 30 websites');
    sandbox.behave({ delay: { is: 10_000, operation: 'websites.list', times: 1 } });
    await search(page, 'site-0001');
    await page.waitForSelector('table[aria-busy=true]');
    await press(page, 'button', 'Export');
    const words = await page.$$eval('.panel button, dialog label', (all) => all.map(({ textContent }) => textContent));
    expect(words).toContain('All pages');
    expect(words.filter((text) => text && /\b30\b/.test(text))).toEqual([]);
  });
});

full.describe('a row that is not drawn yet', () => {
  test.each([1280, 700, 400])('keeps the height of a row in a window of %i px', async (width) => {
    sandbox.addWebsites(100);
    await open('?per_page=100');
    await page.setViewport({ width, height: 600 });
    await page.reload();
    await settled(page);
    const heightOf = (selector: string) => page.$eval(selector, (element) => element.getBoundingClientRect().height);
    await page.$eval('.panel', (panel) => {
      const sample = panel.appendChild(document.createElement('i'));
      Object.assign(sample.style, { position: 'absolute', height: 'var(--row)' });
    });
    expect(await heightOf('.list tbody tr:nth-child(90)')).toBe(await heightOf('.panel > i'));
  });
});

describe('when it cannot be read', () => {
  test('again: what was listed stays, and says of when it is', async () => {
    sandbox.addWebsites(3);
    await open();
    sandbox.behave({ fault: 'drop' });
    await press(page, 'button', 'Refresh');
    await shows(page, 'Shown as of ');
    await shows(page, 'cannot be reached');
    expect(await names(page)).toEqual(sites(3, 1));
    sandbox.behave({ fault: undefined });
    sandbox.addWebsite({ domain: 'new.example' });
    await press(page, 'button', 'Try again');
    await listed().toEqual(['new.example', ...sites(3, 1)]);
    expect(await page.$('.stale, .stale-note')).toBeNull();
  });

  test.each([
    ['500', 'has a problem (status 500)', 'Try again'],
    ['401', 'refused the API key', 'Settings'],
    ['403', 'Your account may not do this', 'Settings'],
    ['404', 'does not have this', 'Try again'],
    ['200-login', 'not one Waymark can read', 'Settings'],
    ['302-other', 'redirects elsewhere', 'Settings'],
    ['half-json', 'not one Waymark can read', 'Settings'],
    ['drop', 'cannot be reached', 'Try again'],
  ])('%s: one sentence, one action', async (fault, text, action) => {
    sandbox.addWebsites(3);
    sandbox.behave({ fault });
    await open();
    await shows(page, text);
    expect(await page.$$eval('.problem button', (buttons) => buttons.map((button) => button.textContent))).toEqual([
      action,
    ]);
    expect(await names(page)).toEqual([]);
  });

  test('a page that cannot be read leads back to the one before', async () => {
    sandbox.addWebsites(30);
    await open('?per_page=10');
    sandbox.behave({ fault: '500' });
    await press(page, 'button', 'Next');
    await shows(page, 'status 500');
    sandbox.behave({ fault: undefined });
    await press(page, 'button', 'Previous');
    await listed().toEqual(sites(30, 21));
  });

  test('Try again asks again', async () => {
    sandbox.addWebsites(3);
    sandbox.behave({ fault: { is: '500', times: 2 } });
    await open();
    await shows(page, 'status 500');
    sandbox.behave({ fault: undefined });
    await press(page, 'button', 'Try again');
    await listed().toEqual(sites(3, 1));
  });

  test('too many requests: counts down to the moment it may be tried again', async () => {
    sandbox.addWebsites(3);
    sandbox.behave({ rateLimit: { limit: 0, windowMs: 3000 } });
    await open();
    await shows(page, 'Too many requests');
    await shows(page, 'Try again in');
    sandbox.behave({ rateLimit: undefined });
    await press(page, 'button', 'Try again');
    await listed().toEqual(sites(3, 1));
  });

  test('placeholders keep the place of the rows while they are awaited', async () => {
    sandbox.addWebsites(10);
    await open('?per_page=10');
    const { promise: delay, resolve: answer } = Promise.withResolvers<void>();
    sandbox.behave({ delay });
    const loading = page.reload({ waitUntil: 'domcontentloaded' });
    await page.waitForSelector('tr.skeleton');
    const height = () => page.$eval('.list tbody', (body) => body.getBoundingClientRect().height);
    const placeholders = await height();
    answer();
    await loading;
    await settled(page);
    expect(await height()).toBe(placeholders);
  });

  test('no permission: asks for it, sends nothing', async () => {
    sandbox.addWebsites(3);
    await revokeHost(session, 'http://127.0.0.1/*');
    await open();
    await shows(page, 'does not let Waymark access 127.0.0.1');
    await control(page, 'button', 'Allow access');
    expect(lists()).toHaveLength(0);
    await connect(session, sandbox);
  });
});
