/** For a button that answers a question: a key that is held since before has not read it. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
