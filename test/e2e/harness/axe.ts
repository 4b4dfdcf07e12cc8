import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'puppeteer-core';

const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** `all`: every rule; `colours`: only the rules whose result depends on colours. */
const runs = {
  all: { runOnly: tags, resultTypes: ['violations'] },
  colours: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }, resultTypes: ['violations'] },
};

/** Returns the accessibility rules that a page breaks, as `rule (help): selector`; empty if it breaks none. */
export async function violations(page: Page, rules: keyof typeof runs = 'all'): Promise<string[]> {
  await settled(page);
  // Evaluated, not put in a script element, because the page's own content security policy would refuse that.
  if (!(await page.evaluate('globalThis.axe'))) await page.evaluate(await readFile(source, 'utf8'));
  const results = (await page.evaluate(`axe.run(document, ${JSON.stringify(runs[rules])})`)) as AxeResults;
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`),
  );
}

/**
 * Waits until transitions have ended, because nobody chose the colours halfway between two states. Does not wait for
 * animations without an end.
 */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });

/**
 * Returns the accessibility rules that a page breaks in light and in dark colours, and its width if it does not fit
 * into 320 px in either writing direction. Empty if all is well.
 */
export async function faultsInAnyLook(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const value of ['light', 'dark']) {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    faults.push(...(await violations(page)).map((fault) => `${value}: ${fault}`));
  }
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((to) => document.documentElement.setAttribute('dir', to), dir);
    await page.setViewport({ width: 320, height: 600 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width !== 320) faults.push(`${dir}: ${width} px wide`);
  }
  return faults;
}
