import type { Page } from 'puppeteer-core';
import { addonId, type Firefox } from './firefox.ts';

/**
 * Waits for the browser's own permission prompt, and answers it with its button.
 * @returns the text of the prompt, with the hosts
 */
export const answerPrompt = (firefox: Firefox, answer: 'allow' | 'deny'): Promise<string> =>
  firefox.inside(async (which) => {
    const prompt = () =>
      document.querySelector<Prompt>(
        '#notification-popup[panelopen] #addon-webext-permissions-notification:not([hidden])',
      );
    const shown = await untilSeen('a permission prompt', prompt);
    const said = shown.textContent ?? '';
    (which === 'allow' ? shown.button : shown.secondaryButton).click();
    await untilSeen('the end of the prompt', () => !prompt());
    return said.replace(/\s+/g, ' ').trim();
  }, answer);

interface Prompt extends HTMLElement {
  button: HTMLElement;
  secondaryButton: HTMLElement;
}

/**
 * Opens the page's real context menu with the right mouse button, and chooses an item of the extension. The item may be
 * in a submenu.
 * @param at where on the page to click
 */
export async function chooseFromMenu(firefox: Firefox, page: Page, label: string, at = { x: 300, y: 160 }) {
  await page.bringToFront();
  await page.mouse.click(at.x, at.y, { button: 'right' });
  await firefox.inside(
    async (wanted, id) => {
      const menu = document.getElementById('contentAreaContextMenu') as unknown as Menu;
      const opened = (popup: Menu) => untilSeen('the context menu', () => popup.state === 'open');
      await opened(menu);
      const prefix = id.replace(/[^a-z0-9_-]/gi, '_');
      const items = [...menu.querySelectorAll<HTMLElement>(`[id^="${prefix}-menuitem"]`)];
      const item = items.find((one) => one.getAttribute('label') === wanted);
      if (!item) {
        menu.hidePopup();
        throw new Error(`no such item; there are: ${items.map((one) => one.getAttribute('label'))}`);
      }
      const above: Menu[] = [];
      for (let popup = item.closest<Menu>('menupopup'); popup && popup !== menu; ) {
        above.unshift(popup);
        popup = popup.parentElement?.closest<Menu>('menupopup') ?? null;
      }
      for (const popup of above) {
        (popup.parentElement as Submenu).openMenu(true);
        await opened(popup);
      }
      (above.at(-1) ?? menu).activateItem(item);
    },
    label,
    addonId,
  );
}

interface Submenu extends HTMLElement {
  openMenu(open: boolean): void;
}

interface Menu extends HTMLElement {
  state: string;
  hidePopup(): void;
  activateItem(item: Element): void;
}
