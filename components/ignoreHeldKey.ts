/** A `keydown` listener for the buttons of a confirmation: a key that was held down before does not press them. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
