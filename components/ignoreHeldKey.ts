/** A `keydown` listener for a button that confirms: a key that is still held from an earlier press does nothing. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
