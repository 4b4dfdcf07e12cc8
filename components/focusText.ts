/**
 * A `ref` function that focuses a text box when it appears, and selects its text. It is declared outside the views: a
 * new function in each render would be called again and take the focus back.
 */
export const focusText = (box: HTMLInputElement | HTMLTextAreaElement | null): void => {
  box?.focus();
  box?.select();
};
