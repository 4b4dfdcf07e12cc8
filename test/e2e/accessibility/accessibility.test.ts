import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull } from '../../tier.ts';
import { violations } from '../harness/axe.ts';
import { misfits } from '../harness/fits.ts';
import { cutLines, edgeless, motion, sameInForcedColours, smallTargets, statuses, unheard, wish } from './measures.ts';
import { openStage, type Stage } from './stage.ts';
import { scenes } from './views.ts';

/** A wide page with left-to-right text, a narrow one with right-to-left text: half the time of all four. */
const directions = [
  { language: 'en', dir: 'ltr', width: 1280 },
  { language: 'ar', dir: 'rtl', width: 360 },
] as const;

const rows = scenes.map((scene) => ({ ...scene, all: scene.views.map(({ name }) => name).join('; ') }));

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

describe.each(directions.map((one, turn) => ({ ...one, turn })))(
  'every view, $dir',
  ({ language, dir, width, turn }) => {
    /** The colours of each status: `sort: words and icon` -> colours. */
    const tones = new Map<string, Set<string>>();
    beforeAll(() => stage.speak(language));

    test.each(rows.filter((_, at) => isFull || at % directions.length === turn))(
      '$name: $all',
      async ({ name, first, open, views }) => {
        await stage.begin(!first);
        const page = await open(stage);
        if (name !== 'popup') await page.setViewport({ width, height: 800 });
        const faults: string[] = [];
        for (const view of views) {
          const add = (what: string, found: string[]) =>
            faults.push(...found.map((one) => `${view.name} (${view.state}), ${what}: ${one}`));
          await wish(page, { scheme: 'light' });
          await view.go(page, stage);
          expect(await page.evaluate(() => document.documentElement.dir)).toBe(dir);

          add('rule broken in light', await violations(page));
          add('target too small', await smallTargets(page));
          add('moves although it should not', await motion(page));
          add('announces nothing', await unheard(page));
          for (const { sort, tone, says } of await statuses(page)) {
            const key = `${sort}: ${says}`;
            tones.set(key, (tones.get(key) ?? new Set()).add(tone));
          }
          await wish(page, { scheme: 'dark' });
          add('rule broken in dark', await violations(page, 'colours'));
          await wish(page, { contrast: 'active' });
          add('lost in forced colours', [...(await sameInForcedColours(page)), ...(await edgeless(page))]);
          // Nobody needs a narrow page with letters of twice the size, because pages can be zoomed.
          await wish(page, { text: width > 1000 ? 200 : 100 });
          add('does not fit', [...(await misfits(page)), ...(await cutLines(page))]);
        }
        expect(faults.join('\n')).toBe('');
      },
    );

    test('no two states differ by their colour alone', () => {
      expect([...tones.keys()].length).toBeGreaterThan(20);
      expect([...tones].filter(([, colours]) => colours.size > 1)).toEqual([]);
    });
  },
);
