/** Ignores a key that was already down when a question appeared. For the buttons that answer the question. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
