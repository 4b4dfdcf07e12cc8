import type { ElementHandle, Page } from 'puppeteer-core';

/** The selectors for each role. In Firefox, a password box has no role, but a person sees a text box. */
const selectors: Record<string, string> = {
  button: 'button, summary, [role="button"]',
  checkbox: 'input[type="checkbox"]',
  combobox: 'select',
  link: 'a[href]',
  radio: 'input[type="radio"]',
  status: '[role="status"]',
  tab: '[role="tab"]',
  textbox: 'input:not([type="checkbox"], [type="radio"], [type="search"]), textarea',
};

/** Runs in the page. Returns the first visible control with this accessible name. */
function named(selector: string, name: string): Element | undefined {
  const flat = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const heard = (element: Element) => {
    const copy = element.cloneNode(true) as Element;
    for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
    return copy.textContent;
  };
  const nameOf = (element: Element) => {
    const { labels } = element as HTMLInputElement;
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const texts = [
      ids.map((id) => document.getElementById(id)?.textContent).join(' '),
      element.getAttribute('aria-label'),
      [...(labels ?? [])].map(({ textContent }) => textContent).join(' '),
      element.matches('input, textarea, select') ? '' : heard(element),
      element.getAttribute('title'),
    ];
    return texts.map(flat).find(Boolean);
  };
  return [...document.querySelectorAll(selector)].find((one) => one.checkVisibility() && nameOf(one) === flat(name));
}

/**
 * Makes a page find controls by role and name with a script of our own. Puppeteer's search needs messages from the
 * page, which Firefox does not pass on from a popup. Puppeteer's search also keeps Firefox's one process for extensions
 * so busy that the background is suspended before it can answer.
 */
export function findingByName(page: Page): Page {
  const others = page.waitForSelector.bind(page);
  const wait = async (selector: string, options: { timeout?: number } = {}) => {
    const [, name, role = ''] = /^::-p-aria\(\[name="(.*)"\]\[role="(.*)"\]\)$/.exec(selector) ?? [];
    if (!name || !selectors[role]) return others(selector, options);
    try {
      const found = await page.waitForFunction(
        named,
        { polling: 50, ...options },
        selectors[role],
        name.replace(/\\(.)/g, '$1'),
      );
      return found.asElement() as ElementHandle<Element> | null;
    } catch (error) {
      const shown = await page.evaluate(() => document.body?.textContent?.replace(/\s+/g, ' '));
      throw new Error(`No ${role} "${name}" in: ${shown?.slice(0, 500)}`, { cause: error });
    }
  };
  return Object.assign(page, { waitForSelector: wait });
}
