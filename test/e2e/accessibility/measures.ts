import type { CDPSession, Page } from 'puppeteer-core';
import { settled } from '../harness/axe.ts';

/** Settings of the browser, besides that nothing shall move. `text`: the size of letters (per cent). */
interface Wishes {
  scheme?: 'light' | 'dark';
  contrast?: 'active' | 'none';
  text?: 100 | 200;
}

/** The settings hold as long as the debugging session that made them. */
const sessions = new WeakMap<Page, CDPSession>();

/** Applies all settings at once. Those that are not named have their defaults. */
export async function wish(page: Page, { scheme = 'light', contrast = 'none', text = 100 }: Wishes): Promise<void> {
  const cdp = sessions.get(page) ?? (await page.createCDPSession());
  sessions.set(page, cdp);
  await cdp.send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
      { name: 'forced-colors', value: contrast },
    ],
  });
  // The browser's own setting, which `rem` and media queries in `em` follow.
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: (16 * text) / 100 } });
  await settled(page);
}

/** Returns the controls that are less than 24 CSS pixels high or wide. A box with a label counts as large as both. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const inOpen = document.querySelector('dialog[open]') ?? document;
    return [...inOpen.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden="true"]'))
      .flatMap((element) => {
        const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
        const sizes = [element, ...labels].map((one) => one.getBoundingClientRect());
        const size = Math.max(...sizes.map(({ width, height }) => Math.min(width, height)));
        return size >= 23.9 ? [] : [`${size.toFixed(1)} px: ${element.outerHTML.slice(0, 100)}`];
      });
  });

/** Returns the lines of text that are cut off at their upper or lower edge. */
export const cutLines = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter(
        (element) =>
          element.checkVisibility() &&
          !element.closest('.visually-hidden, svg, textarea, [aria-hidden="true"]') &&
          ['hidden', 'clip'].includes(getComputedStyle(element).overflowY) &&
          element.scrollHeight > element.clientHeight + 2,
      )
      .map((element) => `${element.className}: ${element.textContent?.slice(0, 60)}`),
  );

/**
 * Returns the empty live regions that are not rendered. Screen readers announce a text that appears in a region, but not
 * one that appears with its region.
 */
export const unheard = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=status], [role=alert], [aria-live]')]
      .map((region) => region.closest('p') ?? region)
      .filter((region) => !region.textContent && !region.checkVisibility() && region.parentElement?.checkVisibility())
      .map((region) => region.outerHTML.slice(0, 100)),
  );

/** Returns what moves, or would move after a change, although the person wants no motion. */
export const motion = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (element: Element) => `${element.localName}.${element.getAttribute('class') ?? ''}`;
    const lasts = (times: string) => times.split(', ').some((time) => Number.parseFloat(time) > 0);
    const moving = document.getAnimations().map(({ effect }) => {
      const { target } = effect as KeyframeEffect;
      return `${target ? nameOf(target) : '?'} moves`;
    });
    const would = [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element);
        return lasts(transitionDuration) || (animationName !== 'none' && lasts(animationDuration));
      })
      .map((element) => `${nameOf(element)} would`);
    return [...new Set([...moving, ...would])];
  });

/** Returns what is chosen, pressed or wrong but looks, in forced colours, like a neighbour that is not. */
export const sameInForcedColours = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const look = (element: Element) => {
      const { outlineStyle, borderStyle, borderWidth, borderColor, backgroundColor } = getComputedStyle(element);
      const { content, backgroundColor: line } = getComputedStyle(element, '::after');
      return [outlineStyle, borderStyle, borderWidth, borderColor, backgroundColor, content, line].join();
    };
    const groups: [all: string, on: string][] = [
      ['.segments label', ':has(:checked)'],
      ['[aria-pressed]', '[aria-pressed="true"]'],
      ['[role=tab]', '[aria-selected="true"]'],
      ['.panel tbody tr', '.selected'],
      ['.conflict label', ':has(:checked)'],
    ];
    return groups.flatMap(([all, on]) => {
      const members = [...document.querySelectorAll(all)];
      const off = new Set(members.filter((one) => !one.matches(on)).map(look));
      return members.filter((one) => one.matches(on) && off.has(look(one))).map((one) => `${all} ${one.textContent}`);
    });
  });

/** Returns the buttons and notes without an edge in forced colours, where backgrounds do not separate them. */
export const edgeless = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.button:not(.quiet), .note:not(:empty), dialog[open], .bulk, .toast:not(:empty)')]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).borderTopStyle === 'none')
      .map((element) => `${element.className}: ${element.textContent?.slice(0, 40)}`),
  );

/** Returns all elements whose colour shows a status: what sort each is, its colour, and its words and icon. */
export const statuses = (page: Page): Promise<{ sort: string; tone: string; says: string }[]> =>
  page.evaluate(() => {
    const sorts: Record<string, string[]> = {
      '.note': ['good', 'warn', 'danger'],
      '.status-line p': ['good', 'warn', 'muted'],
      'span.privacy': ['public', 'private', 'password', 'unknown'],
      '.cross': ['yes', 'no'],
      '.of-entries tr.group': ['in-check', 'in-unchecked', 'in-new', 'in-there', 'in-out'],
      '.of-entries .facts > span': ['name', 'hint', 'warned'],
      'td.outcome': ['done', 'failed', 'waiting', 'sending', 'skipped'],
    };
    return Object.entries(sorts).flatMap(([sort, tones]) =>
      [...document.querySelectorAll(sort)]
        .filter((element) => element.checkVisibility() && element.textContent)
        .map((element) => ({
          sort,
          tone: tones.find((tone) => element.classList.contains(tone)) ?? 'plain',
          says: `${element.textContent}|${element.querySelector('path')?.getAttribute('d') ?? ''}`,
        })),
    );
  });
