import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { expect, vi } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { control } from '../harness/controls.ts';
import { openPage } from '../harness/extension.ts';
import { page as current, session as ours } from '../harness/oneService.ts';
import type { Session } from '../harness/session.ts';

export async function openAddMany(session: Session): Promise<Page> {
  const page = await openPage(session, 'manage.html?tab=add');
  await page.setViewport({ width: 1280, height: 850 });
  return page;
}

/** Puts a text into the box at once, as pasting does. */
export async function paste(page: Page, text: string): Promise<void> {
  const box = await control(page, 'textbox', 'Sites');
  await box.evaluate((element, given) => {
    (element as HTMLTextAreaElement).value = given;
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
}

/** Chooses a file with this text. */
export async function chooseFile(name: string, text: string): Promise<void> {
  const path = join(ours.profile, name);
  await writeFile(path, text);
  const input = (await current.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(path);
}

/** Drops files, and presses Check while the first one is being read. Resolves to what the page says then. */
export const dropAndCheck = (texts: Record<string, string>) =>
  current.evaluate(async (all) => {
    const files = new DataTransfer();
    for (const [name, text] of Object.entries(all)) files.items.add(new File([text], name));
    const drop = new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true });
    document.querySelector('.sources-step')?.dispatchEvent(drop);
    await new Promise((rendered) => setTimeout(rendered, 0));
    const said = document.querySelector('.sources-step footer [role=status]')?.textContent;
    document.querySelector<HTMLElement>('.sources-step footer button')?.click();
    return said;
  }, texts);

/** Presses the only button whose name begins with `name`, because names contain counts. */
export async function pressFirst(page: Page, name: string): Promise<void> {
  const found = await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('button')].find(
        (button) => button.textContent?.trim().startsWith(wanted) && !button.disabled,
      ),
    {},
    name,
  );
  await (found as unknown as { click(): Promise<void> }).click();
}

/** Opens the preview, and waits until the service has been asked. */
export async function openPreview(page: Page): Promise<void> {
  await pressFirst(page, 'Check ');
  await page.waitForFunction(() => document.querySelector('.check-bar .good'));
}

/** Returns the visible entries: name, group with the reason, and origin. */
export const rows = (page: Page): Promise<string[]> =>
  page.$$eval('.of-entries tbody tr:not(.room)', (all) => {
    let group = '';
    return all.flatMap((row) => {
      const textsOf = (selector: string) => [...row.querySelectorAll(selector)].map((part) => part.textContent ?? '');
      if (row.matches('.group')) {
        [group = ''] = textsOf('.text');
        return [];
      }
      const box = row.querySelector<HTMLInputElement>('input');
      const about = [group, ...textsOf('.warned, td.status .muted')].join('/');
      const place = textsOf('td.read > .hint, .written').join('');
      return `${box ? (box.checked ? '[x]' : '[ ]') : '   '} ${textsOf('.host, .name > .muted')} | ${about} | ${place}`;
    });
  });

/** Opens the groups that are closed at first. */
export const unfold = (page: Page): Promise<void> =>
  page.$$eval('.of-entries .group [aria-expanded=false]', (all) => {
    for (const button of all) (button as HTMLElement).click();
  });

/** Returns the heads of the groups, with what all their entries have in common. */
export const groups = (page: Page): Promise<string[]> =>
  page.$$eval('.of-entries tr.group', (all) =>
    all.map((row) =>
      [row.querySelector('button'), row.querySelector('.hint')].map((one) => one?.textContent).join(': '),
    ),
  );

/** Returns the visible rows of a job's report: name, outcome, and origin. */
export const results = (page: Page): Promise<string[]> =>
  page.$$eval('.virtual tbody tr:not(.room)', (all) =>
    all.map((row) =>
      [...row.querySelectorAll('td')]
        .map((cell) =>
          [...cell.querySelectorAll('bdi, span:not(:has(*))')]
            .map((part) => (part.matches('bdi') ? part : part.firstChild)?.textContent ?? '')
            .concat(cell.querySelector('span:has(.hint)')?.firstChild?.textContent ?? [])
            .filter(Boolean)
            .join('/'),
        )
        .join(' | '),
    ),
  );

/** Returns the newest job's counts once it has ended, otherwise ''. */
export const report = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const job = document.querySelector('.job-panel:not(.open)');
    return (job?.querySelector('.job-counts') ?? job?.querySelector('h2'))?.textContent ?? '';
  });

/** Returns the text of the first job's line. */
export const jobLine = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('.job-line')?.textContent ?? '');

/**
 * Waits until each of `hosts` has exactly one record, except for fewer than five whose creates were not answered. The
 * job waits for these, because they may still be carried out, and does not send them again. Returns their number.
 */
export async function unanswered(page: Page, sandbox: Sandbox, hosts: readonly string[]): Promise<number> {
  const domains = () => sandbox.websites().map(({ domain }) => domain);
  const isLeft = () => hosts.filter((host) => !domains().includes(host));
  let before = 0;
  await vi.waitUntil(
    async () => {
      const left = isLeft().length;
      const line = await jobLine(page);
      const isSaid = left
        ? line.includes(`${left} left`) && line.includes('Checking the last ones')
        : line.includes(`${hosts.length} added`);
      // The last request may still be on its way.
      const isQuiet = sandbox.log.length === before;
      before = sandbox.log.length;
      return left < 5 && isSaid && isQuiet;
    },
    { timeout: 300_000, interval: 200 },
  );
  const creates = sandbox.log.filter(({ operation }) => operation === 'websites.create');
  const count = (host: string) => creates.filter(({ fields }) => fields.domain === host).length;
  expect(new Set(domains()).size).toBe(domains().length);
  expect(isLeft().filter((host) => count(host) > 1)).toEqual([]);
  return isLeft().length;
}

/** Returns everything that is stored of jobs as one text, with passwords. `page`: a page of the extension. */
export const jobsIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const open = indexedDB.open('waymark-jobs');
    await new Promise((resolve) => open.addEventListener('success', resolve));
    const stores = [...open.result.objectStoreNames];
    const all = await Promise.all(
      stores.map(async (name) => {
        const request = open.result.transaction(name).objectStore(name).getAll();
        await new Promise((resolve) => request.addEventListener('success', resolve));
        return [name, request.result];
      }),
    );
    open.result.close();
    return JSON.stringify(Object.fromEntries(all));
  });
