import { type ComponentChild, render } from 'preact';
import { act } from 'preact/test-utils';
import { onTestFinished } from 'vitest';

/** Draws a view in the page, until the test has ended: its timers would draw it again during later tests. */
export async function draw(view: ComponentChild): Promise<void> {
  onTestFinished(() => act(() => render(null, document.body)));
  await act(() => render(view, document.body));
}

export const texts = (selector: string, root: ParentNode = document) =>
  [...root.querySelectorAll(selector)].map(({ textContent }) => textContent);

export const buttonOf = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('button, a')].find(({ textContent }) => textContent === text);

export const press = (text: string) => act(() => void buttonOf(text)?.click());

/** An event straight at the element that listens: here nothing bubbles as in a browser. */
export const fire = (at: Element | null | undefined, type: string, more: object = {}) =>
  act(() => void at?.dispatchEvent(Object.assign(new window.Event(type, { cancelable: true }), more)));
