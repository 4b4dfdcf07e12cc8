import { beforeEach, describe, expect, test } from 'vitest';
import { press, shows } from '../harness/controls.ts';
import { worker } from '../harness/extension.ts';
import { page, playWithOneService, sandbox, session, unlimited } from '../harness/oneService.ts';
import { chooseFile, openAddMany, openPreview, paste, pressFirst, report, rows } from './addManyPage.ts';

/** Passwords, user names and notes that could all be names of sites. */
const secrets = /sun\.flower|abc\.de|xyz\.de|anna\.bell|provider|secretnote/i;
const firefoxLogins = [
  '"url","username","password","httpRealm","formActionOrigin","guid","timeCreated"',
  '"https://www.bakery.example.org","anna.bell","Sun.flower",,"https://login.provider.example.org","{5b1f}","1700000000000"',
  '"https://clinic.example.org","anna.bell","abc.de",,"","{5b20}","1700000000000"',
].join('\n');
const unknownWords = [
  'Kunde;Auftritt;Zugang;Notiz',
  'Bakery;bakery.example.org;abc.de;"see secretnote.com"',
  'Clinic;clinic.example.org;xyz.de;',
].join('\r\n');

/** Records the messages that the page sends to the worker from now on. */
const listen = () =>
  page.evaluate(() => {
    const { runtime } = chrome;
    const send = runtime.sendMessage.bind(runtime);
    const sent: string[] = [];
    Object.assign(globalThis, { sent });
    Object.assign(runtime, {
      sendMessage: (message: unknown) => {
        sent.push(JSON.stringify(message));
        return send(message);
      },
    });
  });
const messages = () => page.evaluate(() => (globalThis as unknown as { sent: string[] }).sent.join('\n'));
const stored = async () =>
  (await worker(session)).evaluate(async () =>
    JSON.stringify([await chrome.storage.local.get(null), await chrome.storage.session.get(null)]),
  );

playWithOneService({ behave: unlimited, open: () => openAddMany(session) });
beforeEach(listen);

describe.each<[string, (name: string, text: string) => Promise<void>, string]>([
  ['pasted', async (_name, text) => paste(page, text), 'Line '],
  ['in a file', chooseFile, 'logins.csv, line '],
])('a table %s', (how, give, place) => {
  test('of logins: its addresses are added, and nothing else of it is shown, stored or sent', async () => {
    await give('logins.csv', firefoxLogins);
    await shows(page, 'Check 2 sites');
    await openPreview(page);
    expect(await rows(page)).toEqual([
      `[x] www.bakery.example.org | New | ${place}2`,
      `[x] clinic.example.org | New | ${place}3`,
    ]);
    expect(await page.$eval('.preview-step', ({ innerHTML }) => innerHTML)).not.toMatch(secrets);
    await pressFirst(page, 'Add 2 sites');
    await expect.poll(() => report(page), { timeout: 60_000 }).toContain('2 added');
    expect(await messages()).toContain('clinic.example.org');
    expect(await messages()).not.toMatch(secrets);
    expect(await stored()).not.toMatch(secrets);
    expect(JSON.stringify(sandbox.log)).not.toMatch(secrets);
    expect(
      sandbox
        .websites()
        .map(({ domain }) => domain)
        .sort(),
    ).toEqual(['clinic.example.org', 'www.bakery.example.org']);
    await pressFirst(page, 'Dismiss');
    await page.waitForFunction(() => !document.querySelector('.job-panel'));
  });

  test('that may hold its sites in several columns: nothing is asked before one is chosen', async () => {
    // There are so many records that sites are searched for by name.
    sandbox.addWebsites(1500);
    const before = sandbox.log.length;
    await give('logins.csv', unknownWords);
    await page.waitForSelector('.column-choice');
    await pressFirst(page, 'Check sites');
    const focused = await page.evaluate(() => {
      const box = document.activeElement as HTMLInputElement;
      return [box.type, box.labels?.[0]?.textContent];
    });
    expect(focused).toEqual(['checkbox', 'Auftritt']);
    expect(await page.$$eval('.column-choice label', (all) => all.map(({ textContent }) => textContent))).toEqual([
      'Auftritt',
      'Zugang',
      'Notiz',
    ]);
    expect(await messages()).not.toMatch(/bakery|abc|site\.suffixes/);
    expect(sandbox.log.length).toBe(before);
    await page.keyboard.press('Space');
    await shows(page, 'Check 2 sites');
    await openPreview(page);
    expect(await rows(page)).toEqual([
      `[x] bakery.example.org | New | ${place}2`,
      `[x] clinic.example.org | New | ${place}3`,
    ]);
    expect(await messages()).not.toMatch(secrets);
    expect(sandbox.log.some(({ query }) => query.search)).toBe(true);
    expect(JSON.stringify(sandbox.log)).not.toMatch(secrets);
    expect(await page.$eval('.source-lines', ({ textContent }) => textContent)).toContain(
      'Used: Auftritt · Not used: Kunde, Zugang, Notiz',
    );
    await press(page, 'button', `Change · ${how === 'pasted' ? 'Pasted text' : 'logins.csv'}`);
    await page.waitForSelector('.column-choice :focus:checked');
  });
});
