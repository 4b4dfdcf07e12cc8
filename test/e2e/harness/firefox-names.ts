import type { ElementHandle, Page } from 'puppeteer-core';

type Finder = ElementHandle & { queryAXTree(name?: string, role?: string): AsyncIterable<ElementHandle> };

/** Boxes for passwords have no role in Firefox; a person sees a text box. */
async function find(page: Page, name: string | undefined, role: string): Promise<ElementHandle | undefined> {
  const root = (await page.$('html')) as Finder | null;
  if (!root) return undefined;
  for await (const found of root.queryAXTree(name, role)) return found;
  if (role !== 'textbox') return undefined;
  for await (const found of root.queryAXTree(name))
    if (await found.evaluate((element) => element.matches('input[type="password"]'))) return found;
  return undefined;
}

/**
 * Puppeteer finds controls by their names with the help of messages from the page, which the browser does not pass on
 * from a popup; asked directly it does.
 */
export function findingByName(page: Page): Page {
  const others = page.waitForSelector.bind(page);
  const wait = async (selector: string, options: { timeout?: number } = {}) => {
    const [, name, role] = /^::-p-aria\(\[name="(.*)"\]\[role="(.*)"\]\)$/.exec(selector) ?? [];
    if (!role) return others(selector, options);
    const end = Date.now() + (options.timeout ?? 30_000);
    while (Date.now() < end) {
      const found = await find(page, name, role);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const shown = await page.evaluate(() => document.body.textContent?.replace(/\s+/g, ' '));
    throw new Error(`No ${role} "${name}" in: ${shown?.slice(0, 500)}`);
  };
  return Object.assign(page, { waitForSelector: wait });
}
