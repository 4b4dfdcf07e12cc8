/** The properties of boxes for names, addresses and passwords, which the browser must not complete or correct. */
export const plainInput = { autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const;

/** Returns a listener for `submit` that calls `act`, and keeps the browser from sending the form itself. */
export const onSubmitted =
  (act: () => void) =>
  (event: Event): void => {
    event.preventDefault();
    act();
  };

/**
 * The `ref` of a box that receives the focus when it appears, with its text selected. A function written in the view
 * itself would be a new one in each render, and would take the focus back from where the person has gone since.
 */
export const focusText = (box: HTMLInputElement | HTMLTextAreaElement | null): void => {
  box?.focus();
  box?.select();
};
