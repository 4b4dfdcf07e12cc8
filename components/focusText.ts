/**
 * A `ref` function that focuses an element when it appears. It is declared outside the views, because a new function in
 * each render would be called again and take the focus back.
 */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** Focuses a text box as `takeFocus` does, and selects its text. */
export const focusText = (box: HTMLInputElement | HTMLTextAreaElement | null): void => {
  box?.focus();
  box?.select();
};
