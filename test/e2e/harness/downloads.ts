import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import type { Session } from './session.ts';

/**
 * Lets a page save files into a new folder without a question. Resolves to a function that waits until a file whose
 * name matches has been saved, and reads it.
 */
export async function allowDownloads({ profile }: Session, page: Page): Promise<(name: RegExp) => Promise<string>> {
  const folder = join(profile, `saved-${Date.now()}`);
  const cdp = await page.createCDPSession();
  await cdp.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
  return async (name) => {
    const read = async () => {
      const found = (await readdir(folder)).find((one) => name.test(one));
      return found === undefined ? '' : readFile(join(folder, found), 'utf8');
    };
    // Until the file has been saved, it does not exist or is empty.
    await expect.poll(read).not.toBe('');
    return read();
  };
}
