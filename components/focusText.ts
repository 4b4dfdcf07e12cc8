/**
 * The `ref` of a box that receives the focus when it appears, with its text selected. A function written in the view
 * itself would be a new one in each render, and would take the focus back from where the person has gone since.
 */
export const focusText = (box: HTMLInputElement | HTMLTextAreaElement | null): void => {
  box?.focus();
  box?.select();
};
