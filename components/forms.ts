/** The properties of boxes for names, addresses and passwords, which the browser must not complete or correct. */
export const plainInput = { autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const;

/** Returns a listener that acts when a form is submitted, in place of the browser. */
export const onSubmitted =
  (act: () => void) =>
  (event: Event): void => {
    event.preventDefault();
    act();
  };
