import { setTimeout } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import type { Session } from './session.ts';

/**
 * The wait before keys are pressed (milliseconds): the dialog ignores keys at first, as they may be meant for the page.
 */
const guarded = 1_200;

/**
 * Answers the browser's own permission dialog with real keys, which needs a headed session.
 * @param page the page that asked; that it loses the focus is the only sign that the dialog is open
 */
export async function answerDialog({ display }: Session, page: Page, answer: 'allow' | 'deny'): Promise<void> {
  if (!display) throw new Error('Only a headed session shows a permission dialog.');
  await page.waitForFunction(() => !document.hasFocus(), { polling: 20 });
  await setTimeout(guarded);
  // The button that denies has the focus at first, and the button that allows comes next.
  await display.press(...(answer === 'allow' ? ['Tab', 'Return'] : ['Escape']));
  await page.waitForFunction(() => document.hasFocus(), { polling: 20 });
}
