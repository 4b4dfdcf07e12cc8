import type { Page } from 'puppeteer-core';

/**
 * Runs in the page. Returns the texts that are wider than their box, cut off by a surrounding box, or beyond the page's
 * edge. Leaves out texts that are cut with “…” by design and have a title with the whole text.
 */
function wideTexts(): string[] {
  const edge = document.documentElement.getBoundingClientRect();
  const isInline = (element: Element) => getComputedStyle(element).display === 'inline';
  const cuts = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
  const isShortened = (element: Element) =>
    getComputedStyle(element).textOverflow === 'ellipsis' && element.closest('[title]') !== null;
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('.visually-hidden, option, textarea, [aria-hidden="true"]');

  /** Returns the box that contains a text, and the surrounding boxes that would cut the text off. */
  function boxesOf(start: Element): DOMRect[] {
    const boxes = [edge];
    for (let box: Element | null = start; box && box !== document.body; box = box.parentElement)
      if (!isInline(box) && (boxes.length === 1 || cuts(box))) boxes.push(box.getBoundingClientRect());
    return boxes;
  }
  function isWide(text: Node, parent: Element): boolean {
    const range = new Range();
    range.selectNodeContents(text);
    const left = Math.max(...boxesOf(parent).map((box) => box.left)) - 1;
    const right = Math.min(...boxesOf(parent).map((box) => box.right)) + 1;
    return [...range.getClientRects()].some((line) => line.width > 0 && (line.left < left || line.right > right));
  }

  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const { parentElement: parent, textContent } = text;
    if (!parent || !textContent?.trim() || !isShown(parent) || isShortened(parent)) continue;
    if (isWide(text, parent)) found.push(`${[parent.localName, ...parent.classList].join('.')}: ${textContent.trim()}`);
  }
  return found;
}

/** Runs in the page. Returns the placeholders and chosen options that are wider than their box. */
function wideControls(): string[] {
  const arrow = 20;
  const measure = document.createElement('canvas').getContext('2d');
  function isWide(control: Element, text: string, taken: number): boolean {
    if (!measure) throw new Error('Nothing to measure with.');
    const style = getComputedStyle(control);
    const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
    measure.font = style.font;
    return measure.measureText(text).width > control.clientWidth - padding - taken + 1;
  }
  const of = <E extends Element>(selector: string) =>
    [...document.querySelectorAll<E>(selector)].filter((control) => control.checkVisibility());
  return [
    ...of<HTMLInputElement>('input:placeholder-shown')
      .filter((input) => isWide(input, input.placeholder, 0))
      .map((input) => `input: ${input.placeholder}`),
    ...of<HTMLSelectElement>('select').flatMap((select) => {
      const label = select.selectedOptions[0]?.label ?? '';
      return isWide(select, label, arrow) ? [`select: ${label}`] : [];
    }),
  ];
}

const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;

/**
 * Returns a line (`element.class: text`) for each text or control that does not fit into the page's width. Empty if all
 * of them fit.
 */
export const misfits = async (page: Page): Promise<string[]> => [
  ...((await page.evaluate(isTooWide)) ? ['The page scrolls sideways.'] : []),
  ...(await page.evaluate(wideTexts)),
  ...(await page.evaluate(wideControls)),
];
