import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { press, warmOrCold } from './open.ts';
import { closeTab, evaluate, until } from './pages.ts';
import { floor, type Installed, type Kind } from './subject.ts';
import { onTheWay } from './weigh.ts';

/** Returns the page without its scripts, with the chosen and typed values written into the HTML. */
const asStatic = `(() => {
  for (const input of document.querySelectorAll('input')) {
    input.toggleAttribute('checked', input.checked);
    input.setAttribute('value', input.value);
  }
  const page = document.documentElement.cloneNode(true);
  for (const one of page.querySelectorAll('script, link:not([rel=stylesheet])')) one.remove();
  return '<!doctype html>' + page.outerHTML;
})()`;

/**
 * Makes the fastest possible popup, in a folder below `place`: an extension with the rendered page and its styles, but
 * without scripts.
 */
export async function twinOf(installed: Installed, place: string): Promise<Kind> {
  const { browser, kind } = installed;
  await warmOrCold(installed, false);
  const { popup } = await press(installed);
  await until(`${kind.name} ready`, () =>
    evaluate<boolean>(browser, popup, `Boolean(document.querySelector(${JSON.stringify(kind.selector)}))`),
  );
  const page = await evaluate<string>(browser, popup, asStatic);
  await closeTab(browser, popup);
  const folder = mkdtempSync(join(place, 'twin-'));
  cpSync(floor.folder, folder, { recursive: true });
  writeFileSync(join(folder, kind.popup), page);
  for (const style of onTheWay(kind.folder, kind.popup).styles) {
    mkdirSync(dirname(join(folder, style)), { recursive: true });
    cpSync(join(kind.folder, style), join(folder, style));
  }
  return { ...kind, name: `Twin of “${kind.name}”`, folder };
}
