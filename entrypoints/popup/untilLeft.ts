import { sleep } from '@/lib/util/sleep.ts';

/**
 * Whether somebody is typing, or about to: a text box has the focus. The search field does not count, because no form takes its
 * text away.
 */
export function isTyping(): boolean {
  const box = document.activeElement as HTMLInputElement | null;
  return box?.value !== undefined && box.matches(':read-write:not([role])');
}

/**
 * Resolves at once if nobody is typing. Otherwise resolves a moment after the box lost the focus, so that a press on a button
 * comes first, or once nothing has been typed for `pause` milliseconds.
 */
export async function untilLeft(pause = Number.POSITIVE_INFINITY): Promise<void> {
  let typedAt = Date.now();
  const note = () => {
    typedAt = Date.now();
  };
  addEventListener('input', note);
  for (let left = isTyping() ? 0 : 2; left < 2 && Date.now() - typedAt < pause; left = isTyping() ? 0 : left + 1)
    await sleep(200);
  removeEventListener('input', note);
}
