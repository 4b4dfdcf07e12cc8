/** Ignores a key that was already held down when a question appeared. The buttons that answer the question use it. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
