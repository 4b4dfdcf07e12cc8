import type { Firefox } from './firefox.ts';

/**
 * Types into the browser's own address bar, key by key, and presses Enter.
 * @returns the suggestions that the address bar showed before Enter
 */
export const enterAddress = (firefox: Firefox, text: string): Promise<string[]> =>
  firefox.inside(async (typed) => {
    const { classes, interfaces } = Components;
    const keyboard = classes['@mozilla.org/text-input-processor;1'].createInstance(interfaces.nsITextInputProcessor);
    if (!keyboard.beginInputTransactionForTests(window)) throw new Error('no keyboard');
    const strike = (key: string) => {
      const event = new KeyboardEvent('', { key });
      keyboard.keydown(event);
      keyboard.keyup(event);
    };
    gURLBar.focus();
    gURLBar.select();
    for (const char of typed) strike(char);
    await gURLBar.lastQueryContextPromise;
    const rows = [...document.querySelectorAll('#urlbar-results .urlbarView-row')];
    const offered = rows.map((row) => row.textContent?.replace(/\s+/g, ' ').trim() ?? '');
    strike('Enter');
    return offered;
  }, text);
