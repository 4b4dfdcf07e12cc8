/** The properties of boxes for names, addresses and passwords, which the browser must not complete or correct. */
export const plainInput = { autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const;

/** Returns a listener for `submit` that calls `act`, and keeps the browser from sending the form itself. */
export const onSubmitted =
  (act: () => void) =>
  (event: Event): void => {
    event.preventDefault();
    act();
  };
