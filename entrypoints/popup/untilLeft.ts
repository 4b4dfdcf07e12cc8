import { sleep } from '@/lib/util/sleep.ts';
import { isTyping } from './isTyping.ts';

/**
 * Waits until the person has stopped typing. Resolves at once if no text box has the focus. Otherwise resolves after
 * `pause` milliseconds without typing, or shortly after the text box has lost the focus, so that a click on a button is
 * handled first.
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
