import { sleep } from '@/lib/util/sleep.ts';

/** Somebody is typing, or about to: a text box has the focus. */
function isTyping(): boolean {
  const box = document.activeElement as HTMLInputElement | null;
  return box?.value !== undefined && box.matches(':read-write');
}

/** Resolves at once where nobody is typing, else a moment after the box was left, so that a press on a button comes first. */
export async function untilLeft(): Promise<void> {
  for (let left = isTyping() ? 0 : 2; left < 2; left = isTyping() ? 0 : left + 1) await sleep(200);
}
