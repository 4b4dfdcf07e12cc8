/** For a button that answers a question. Ignores a key that was already down when the question appeared. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
