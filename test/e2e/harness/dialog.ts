import { setTimeout } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import type { Session } from './session.ts';

/** The dialog ignores keys for half a second after it opens, lest one meant for the page answers it (milliseconds). */
const guarded = 1_200;

/**
 * Answers the browser's own permission dialog with real keys. Only in a headed session.
 * @param page the page that asked. It loses the focus while the dialog is open, which is the only sign of the dialog.
 */
export async function answerDialog({ display }: Session, page: Page, answer: 'allow' | 'deny'): Promise<void> {
  if (!display) throw new Error('Only a headed session shows a permission dialog.');
  await page.waitForFunction(() => !document.hasFocus(), { polling: 20 });
  await setTimeout(guarded);
  // The button that denies has the focus at first; the one that allows comes next.
  await display.press(...(answer === 'allow' ? ['Tab', 'Return'] : ['Escape']));
  await page.waitForFunction(() => document.hasFocus(), { polling: 20 });
}
