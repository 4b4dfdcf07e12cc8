/** Properties that stop the browser from completing or correcting a name, an address or a password in an input. */
export const plainInput = { autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const;

/** Returns a listener for a form's `submit` event. It calls `act`, and keeps the browser from sending the form. */
export const onSubmitted =
  (act: () => void) =>
  (event: Event): void => {
    event.preventDefault();
    act();
  };
