import type { Page } from 'puppeteer-core';
import { press, said } from '../harness/controls.ts';

/** Waits until the look-up has been answered and shown. */
export const answered = (popup: Page) =>
  popup.waitForFunction(() => /registered/i.test(document.querySelector('.site-status')?.textContent ?? ''));

/** Registers the site. Resolves to what the popup says of it. */
export async function track(popup: Page, name: string): Promise<string> {
  await press(popup, 'button', `Track ${name}`);
  return said(popup, 'is registered');
}
