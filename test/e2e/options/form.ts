import type { Page } from 'puppeteer-core';
import { fill, press, said } from '../harness/controls.ts';

export const address = 'Analytics service address';
export const save = (page: Page) => press(page, 'button', 'Save and test');

export async function fillIn(page: Page, url: string, key: string): Promise<void> {
  await fill(page, address, url);
  await fill(page, 'API key', key);
}

/** Fills in the form of a new connection, and saves it. */
export async function connect(page: Page, { url, key }: { url: string; key: string }): Promise<void> {
  await fillIn(page, url, key);
  await save(page);
  await said(page, 'Connected');
}
