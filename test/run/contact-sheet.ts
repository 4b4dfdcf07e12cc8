import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'puppeteer-core';
import { openStage, type Stage } from '../e2e/everyone-stage.ts';
import { type View, views } from '../e2e/everyone-views.ts';
import { privateBuild } from './build.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const folder = new URL('../../.output/sheet', import.meta.url).pathname;
const isPopup = ({ name }: View) => name.startsWith('popup');

interface Look {
  name: string;
  language: 'en' | 'ar';
  scheme: 'light' | 'dark';
  isNarrow: boolean;
}

const looks: Look[] = [
  { name: 'light', language: 'en', scheme: 'light', isNarrow: false },
  { name: 'dark', language: 'en', scheme: 'dark', isNarrow: false },
  { name: 'narrow', language: 'en', scheme: 'light', isNarrow: true },
  { name: 'right to left', language: 'ar', scheme: 'light', isNarrow: false },
];

const fileOf = (view: View, look: Look) => `${view.name} ${look.name}.png`.replaceAll(/[ ,]+/g, '-');

/** The popup is as wide as its page asks to be; a page is as wide as its window. */
async function resize(page: Page, view: View, isNarrow: boolean): Promise<void> {
  if (!isPopup(view)) return page.setViewport({ width: isNarrow ? 360 : 1200, height: isNarrow ? 740 : 800 });
  await page.evaluate(
    (width) => {
      document.body.style.width = width;
    },
    isNarrow ? '320px' : '',
  );
}

async function picture(page: Page, view: View, look: Look): Promise<void> {
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: look.scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await resize(page, view, look.isNarrow);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const { width, height } = await page.evaluate(() => ({
    width: Math.min(innerWidth, document.body.offsetWidth),
    height: Math.max(document.documentElement.scrollHeight, document.querySelector('dialog[open]') ? innerHeight : 0),
  }));
  const x = await page.evaluate(() => document.body.getBoundingClientRect().left);
  const path = join(folder, fileOf(view, look)) as `${string}.png`;
  await page.screenshot({ path, clip: { x, y: 0, width, height }, captureBeyondViewport: true });
}

async function pictures(stage: Stage, view: View, wanted: Look[]): Promise<void> {
  await stage.begin(!view.first);
  const page = await view.open(stage);
  for (const look of wanted) await picture(page, view, look);
}

const cell = (view: View, look: Look) =>
  `<td><a href="${fileOf(view, look)}"><img src="${fileOf(view, look)}" alt="${view.name}, ${look.name}"></a></td>`;

const html = (shown: View[]) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Waymark, every view</title>
<style>
body { margin: 24px; font: 15px/1.4 system-ui, sans-serif; background: #8d949c; color: #101418 }
table { border-spacing: 16px } th { text-align: start; vertical-align: top; max-width: 140px } td { vertical-align: top }
img { max-width: 380px; max-height: 520px; box-shadow: 0 2px 12px #0006 }
</style>
<table><thead><tr><th></th>${looks.map(({ name }) => `<th>${name}</th>`).join('')}</tr></thead>
${shown
  .map(
    (view) =>
      `<tr><th>${view.name}<br><small>${view.state}</small></th>${looks.map((look) => cell(view, look)).join('')}</tr>`,
  )
  .join('\n')}
</table>`;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const build = process.env.WAYMARK_BUILD ?? (await privateBuild());
const shown = views.filter(({ name }) => name.includes(values.only));
writeFileSync(join(folder, 'index.html'), html(shown));
for (const language of ['en', 'ar'] as const) {
  const stage = await openStage(language, build);
  try {
    for (const view of shown) {
      console.log(`${language}: ${view.name}`);
      await pictures(
        stage,
        view,
        looks.filter((look) => look.language === language),
      );
    }
    if (language === 'ar') {
      const page = await stage.session.browser.newPage();
      await page.setViewport({ width: 1800, height: 1000 });
      await page.goto(`file://${join(folder, 'index.html')}`);
      await page.screenshot({ path: join(folder, 'sheet.png') as `${string}.png`, fullPage: true });
    }
  } finally {
    await stage.close();
  }
}
console.log(`All views: .output/sheet/index.html, .output/sheet/sheet.png`);
