import type { Dialog } from 'puppeteer-core';
import { settled } from '../manage/managePage.ts';
import { fillService, type Step } from './reach.ts';
import type { Stage } from './stage.ts';

export const sees =
  (selector: string): Step =>
  (page) =>
    page.waitForSelector(selector);

/** Clicks without a mouse, because a popup that still grows moves its controls away from the pointer. */
export const clicks =
  (selector: string): Step =>
  async (page) => {
    await page.waitForSelector(selector);
    await page.$eval(selector, (element) => (element as HTMLElement).click());
  };

/** Replaces the text of a text box at once. */
export const puts =
  (selector: string, text: string): Step =>
  async (page) => {
    await page.waitForSelector(selector);
    const put = (element: Element, given: string) => {
      (element as HTMLInputElement).value = given;
      element.dispatchEvent(new Event('input', { bubbles: true }));
    };
    await page.$eval(selector, put, text);
  };

export const chooses =
  (selector: string, value: string): Step =>
  async (page) =>
    (await page.waitForSelector(selector))?.select(value);

/** Opens an address of the manage page, even if it is open already, and waits for its content. */
export const goes =
  (query: string, ready?: string): Step =>
  async (page) => {
    // Confirms that unsaved text is left.
    const leave = (dialog: Dialog) => void dialog.accept();
    page.on('dialog', leave);
    await page.goto(new URL(`/manage.html${query}`, page.url()).href);
    page.off('dialog', leave);
    await (ready ? page.waitForSelector(ready) : settled(page));
  };

export const reloads: Step = (page) => page.reload();

/** Sets the behaviour of the service. */
export const answers =
  (behaviour: Parameters<Stage['sandbox']['behave']>[0]): Step =>
  (_page, { sandbox }) =>
    sandbox.behave(behaviour);
/** Makes the service answer later than any request waits (milliseconds). */
export const stuck = { fault: undefined, delay: 30_000 };

/** Closes a dialog. */
export const leaves: Step = async (page, stage) => {
  await clicks('dialog[open] header button')(page, stage);
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
};

export const fills: Step = (_page, stage) => fillService(stage);
