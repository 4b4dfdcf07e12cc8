// npm run sheet: pictures of all views in all states, in .output/sheet; `-- --only popup`: of some.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'puppeteer-core';
import type { Scene, View } from '../e2e/accessibility/reach.ts';
import { openStage } from '../e2e/accessibility/stage.ts';
import { scenes } from '../e2e/accessibility/views.ts';
import { settled } from '../e2e/harness/axe.ts';
import { privateBuild } from './build.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const folder = new URL('../../.output/sheet', import.meta.url).pathname;

interface Look {
  name: string;
  language: 'en' | 'ar';
  scheme: 'light' | 'dark';
  isNarrow?: true;
}

const looks: Look[] = [
  { name: 'light', language: 'en', scheme: 'light' },
  { name: 'dark', language: 'en', scheme: 'dark' },
  { name: 'narrow', language: 'en', scheme: 'light', isNarrow: true },
  { name: 'right to left', language: 'ar', scheme: 'light' },
];

type Shown = View & { page: Scene['name'] };

const fileOf = ({ page, name }: Shown, look: Look) => `${page} ${name} ${look.name}.png`.replaceAll(/[ ,]+/g, '-');

/** Sets a popup's width by its content, because the real popup is as large as its content. */
const widen = (page: Page, isNarrow = false) =>
  page.evaluate(
    (width) => {
      document.documentElement.style.width = width;
      document.body.style.width = width;
    },
    isNarrow ? '320px' : '360px',
  );

/** Gives a page the size of a window, or the height of its content if nothing is pinned to the window's edge. */
async function resize(page: Page, isNarrow = false): Promise<void> {
  const width = isNarrow ? 360 : 1200;
  const height = isNarrow ? 740 : 800;
  await page.setViewport({ width, height });
  const all = await page.evaluate(() =>
    document.querySelector('dialog[open], .bulk') ? 0 : document.documentElement.scrollHeight,
  );
  if (all > height) await page.setViewport({ width, height: all });
}

async function picture(page: Page, view: Shown, look: Look): Promise<void> {
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: look.scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await (view.page === 'popup' ? widen : resize)(page, look.isNarrow);
  await settled(page);
  const path = join(folder, fileOf(view, look)) as `${string}.png`;
  await page.screenshot({ path, captureBeyondViewport: false });
}

const cell = (view: Shown, look: Look) =>
  `<td><a href="${fileOf(view, look)}"><img src="${fileOf(view, look)}" alt="${view.page}, ${view.name}, ${look.name}"></a></td>`;

const html = (
  shown: Shown[],
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Waymark, every view</title>
<style>
body { margin: 24px; font: 15px/1.4 system-ui, sans-serif; background: #8d949c; color: #101418 }
table { border-spacing: 16px } th { text-align: start; vertical-align: top; max-width: 140px } td { vertical-align: top }
img { max-width: 380px; max-height: 520px; box-shadow: 0 2px 12px #0006 }
</style>
<table><thead><tr><th></th>${looks.map(({ name }) => `<th>${name}</th>`).join('')}</tr></thead>
${shown
  .map(
    (view) =>
      `<tr><th>${view.page}: ${view.name}<br><small>${view.state}</small></th>${looks.map((look) => cell(view, look)).join('')}</tr>`,
  )
  .join('\n')}
</table>`;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const build = process.env.WAYMARK_BUILD ?? (await privateBuild());
const chosen = scenes
  .map((scene) => ({ ...scene, shown: scene.views.map((view): Shown => ({ ...view, page: scene.name })) }))
  .filter(({ shown }) => shown.some(({ page, name }) => `${page} ${name}`.includes(values.only)));
const stage = await openStage(build);
try {
  for (const language of ['en', 'ar'] as const) {
    await stage.speak(language);
    for (const { first, open, shown } of chosen) {
      await stage.begin(!first);
      const page = await open(stage);
      for (const view of shown) {
        console.log(`${language}  ${view.page}: ${view.name}`);
        await view.go(page, stage);
        for (const look of looks) if (look.language === language) await picture(page, view, look);
      }
    }
  }
  writeFileSync(join(folder, 'index.html'), html(chosen.flatMap(({ shown }) => shown)));
  const page = await stage.session.browser.newPage();
  await page.setViewport({ width: 1800, height: 1000 });
  await page.goto(`file://${join(folder, 'index.html')}`);
  await page.screenshot({ path: join(folder, 'sheet.png') as `${string}.png`, fullPage: true });
} finally {
  await stage.close();
  if (!process.env.WAYMARK_BUILD) rmSync(build, { recursive: true, force: true });
}
console.log('All views: .output/sheet/index.html, .output/sheet/sheet.png');
