/** Listens to an event on a target. Returns a function that removes the listener. */
export function listenTo<E extends Event>(
  target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  type: string,
  callback: (event: E) => void,
): () => void {
  target.addEventListener(type, callback as EventListener);
  return () => target.removeEventListener(type, callback as EventListener);
}
