/** A `keydown` listener for a button that confirms something: a key still held from an earlier press does nothing. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
