import { setTimeout as sleep } from 'node:timers/promises';
import type { ElementHandle, Page } from 'puppeteer-core';
import { keepSecret } from './secrets.ts';

type Role = 'button' | 'switch' | 'radio' | 'textbox' | 'checkbox' | 'link' | 'status' | 'combobox' | 'tab';

const quoted = (name: string) => name.replaceAll('\\', '\\\\').replaceAll(']', '\\]').replaceAll('"', '\\"');

const selector = (role: Role, name: string) => `::-p-aria([name="${quoted(name)}"][role="${role}"])`;
/** How long a control may be moving or disabled before it is pressed (milliseconds). */
const patience = 30_000;

/** Waits for the control with this role and accessible name. */
export async function control(page: Page, role: Role, name: string): Promise<ElementHandle<Element>> {
  const found = await page.waitForSelector(selector(role, name));
  if (!found) throw new Error(`No ${role} "${name}".`);
  return found;
}

/** Whether the click that was aimed at a control reached the control. */
const wasPressed = (aimed: ElementHandle<Element>): Promise<boolean> =>
  Promise.race([
    // A control that is gone with its page was pressed. One that was rendered again before the click was not.
    aimed.evaluate((element) => !('isMissed' in element && element.isMissed)).catch(() => true),
    // A dialog of the browser, such as `confirm`, stops the page's script, so there is no answer.
    sleep(1000, true, { ref: false }),
  ]);

/** Marks an enabled control as missed until a click reaches it. Returns whether the control is enabled. */
const aim = (element: Element): boolean => {
  if (element.matches(':disabled')) return false;
  const mark = (isMissed: boolean) => Object.assign(element, { isMissed });
  mark(true);
  element.addEventListener('click', () => mark(false), { capture: true, once: true });
  return true;
};

/**
 * Presses a control as soon as it can be pressed. Tries again, as a person would, if the control is rendered again
 * meanwhile, or if it moves between aiming and clicking because something above it comes or goes.
 */
export async function press(page: Page, role: Role, name: string): Promise<void> {
  let fault: unknown = new Error(`The ${role} "${name}" cannot be pressed.`);
  for (const end = Date.now() + patience; Date.now() < end; await sleep(20)) {
    const aimed = await control(page, role, name);
    try {
      if (!(await aimed.evaluate(aim))) continue;
      await aimed.click();
    } catch (error) {
      // The control is gone, or not in its place yet.
      fault = error;
      continue;
    }
    if (await wasPressed(aimed)) return;
  }
  throw fault;
}

/** Presses a control that closes its page. The page may close before a real click would end or be answered. */
export const pressAndLeave = (page: Page, selector: string) =>
  page.$eval(selector, (element) => void setTimeout(() => (element as HTMLElement).click()));

/** Types a text where the focus is. The first three letters are typed key by key, which is slow; the rest is pasted. */
export async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text.slice(0, 3));
  await paste(page, text.slice(3));
}

export const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => document.execCommand('insertText', false, pasted), text);

/** Replaces the text in a text box. */
export async function fill(page: Page, name: string, text: string): Promise<void> {
  const box = await control(page, 'textbox', name);
  await box.focus();
  const kind = await box.evaluate((element) => {
    (element as HTMLInputElement).select();
    return (element as HTMLInputElement).type;
  });
  if (kind === 'password' || /password$/i.test(name)) keepSecret(text);
  await type(page, text);
}

/** Waits until a status region contains `text`. Resolves to the whole text of that region. */
export async function said(page: Page, text: string): Promise<string> {
  const handle = await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('[role="status"]')]
        .map((node) => node.textContent ?? '')
        .find((all) => all.includes(wanted)),
    {},
    text,
  );
  return String(await handle.jsonValue());
}

/** Waits until the page shows a text anywhere. A page that has only just opened has no body yet. */
export const shows = (page: Page, text: string, options: { timeout?: number } = {}) =>
  page.waitForFunction((wanted) => document.body?.textContent?.includes(wanted), options, text);

/** Whether the page comes to show a text. */
export const comesToShow = (...given: Parameters<typeof shows>): Promise<boolean> =>
  shows(...given).then(
    () => true,
    () => false,
  );

/** Returns the label of the chosen radio button; empty if none is chosen. */
export const chosen = (page: Page) =>
  page.evaluate(
    () => document.querySelector<HTMLInputElement>('.segments input:checked')?.closest('label')?.textContent ?? '',
  );

/** Returns the content of the text box with this name. */
export const contentOf = async (page: Page, name: string): Promise<string> =>
  (await control(page, 'textbox', name)).evaluate((box) => (box as HTMLInputElement).value);

/** Returns the text of the chosen option of a combo box, even behind an open dialog. */
export const chosenIn = (page: Page, selector: string) =>
  page.$eval(selector, (box) => (box as HTMLSelectElement).selectedOptions[0]?.label);

/** Returns the text of the focused element. */
export const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
