import type { Page } from 'puppeteer-core';
import { control, fill, press } from '../harness/controls.ts';
import { openPage } from '../harness/extension.ts';
import type { Session } from '../harness/session.ts';

/** Returns the names of the sandbox's websites with these numbers, ascending or descending. */
export const site = (number: number) => `site-${String(number).padStart(5, '0')}.example.net`;
export const sites = (from: number, to: number): string[] => {
  const step = from < to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => site(from + index * step));
};

/** Opens the manage page with a query (`?search=…`), and waits until the list has been answered. */
export async function openManage(within: Session, query = ''): Promise<Page> {
  const page = await openPage(within, `manage.html${query}`);
  await page.setViewport({ width: 1280, height: 800 });
  await settled(page);
  return page;
}

/** Waits until the list is shown: its rows, or the state or problem in their place. */
export const settled = (page: Page) =>
  page.waitForFunction(
    () => {
      if (document.querySelector('.skeletons')) return false;
      return !!document.querySelector('.panel tbody, .panel .state, .panel .problem');
    },
    { polling: 20 },
  );

/** Returns the names of the rendered rows, in order. */
export const names = (page: Page): Promise<string[]> =>
  page.$$eval('.panel tbody tr:not(.room)', (rows) =>
    rows.map((row) => row.querySelector('th bdi')?.textContent ?? ''),
  );

/** Returns the cells of a row by column: `{ privacy: 'Private', created: 'Nov 1, 2026', … }`. */
export const cells = (page: Page, name: string): Promise<Record<string, string>> =>
  page.$$eval(
    '.panel tbody tr',
    (rows, wanted) => {
      const row = rows.find((one) => one.querySelector('th bdi')?.textContent === wanted);
      const texts = [...(row?.querySelectorAll('td') ?? [])].map((cell) => [
        cell.className.split(' ')[0] ?? '',
        cell.textContent?.trim() ?? '',
      ]);
      return Object.fromEntries(texts);
    },
    name,
  );

/** Chooses an option of a combo box by its text. */
export async function choose(page: Page, name: string, option: string): Promise<void> {
  const box = await control(page, 'combobox', name);
  await box.evaluate((element, wanted) => {
    const select = element as HTMLSelectElement;
    select.selectedIndex = [...select.options].findIndex(({ label }) => label === wanted);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, option);
}

/** Types into the search box, and replaces its text. */
export async function search(page: Page, text: string): Promise<void> {
  await page.$eval('input[type=search]', (box) => (box as HTMLInputElement).select());
  await page.keyboard.type(text);
}

/** Returns the count of records, and how many of them are shown. */
export const countText = (page: Page): Promise<string> =>
  page.$eval('.counted b', (element) => element.textContent ?? '');

/** Opens the sheet of a website, and chooses who may see its statistics. */
export async function choosePrivacy(page: Page, name: string, privacy: 'Public' | 'Private'): Promise<void> {
  await press(page, 'button', `Edit ${name}`);
  await press(page, 'radio', privacy);
}

export async function savePrivacy(page: Page, name: string, privacy: 'Public' | 'Private'): Promise<void> {
  await choosePrivacy(page, name, privacy);
  await press(page, 'button', 'Save');
}

/** Deletes a website by the button of its row, and confirms it. */
export async function deleteWebsite(page: Page, name: string): Promise<void> {
  await press(page, 'button', `Delete ${name}`);
  await fill(page, `Type ${name} to confirm`, name);
  await press(page, 'button', 'Delete for good');
}

/** Starts a job that changes all shown websites, by a dialog and a choice in it. */
export async function changeAll(page: Page, button: string, choice: string, count: number): Promise<void> {
  await press(page, 'checkbox', 'Select all shown');
  await press(page, 'button', button);
  await press(page, 'radio', choice);
  await press(page, 'button', `Apply to ${count} websites`);
}

export async function addWebsite(page: Page, domain: string): Promise<void> {
  await press(page, 'button', 'Add website');
  await fill(page, 'Domain', domain);
}

/** Presses these buttons of the page's jobs until no job and no report is left. */
export const dismissJobs = (page: Page, buttons = ['Dismiss']) =>
  page.waitForFunction(
    (names) => {
      const all = [...document.querySelectorAll<HTMLElement>('.job-panel button')];
      for (const name of names) all.find(({ textContent }) => textContent === name)?.click();
      return !document.querySelector('.job-panel');
    },
    {},
    buttons,
  );
