import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { isFull } from '../../tier.ts';
import { chromiumDriver } from '../../tools/driveChromium.ts';
import { firefoxDriver } from '../../tools/driveFirefox.ts';
import { play } from '../../tools/play.ts';
import { launchFirefox } from '../harness/firefox.ts';
import { launch } from '../harness/launch.ts';
import { openWeb, type Web } from '../harness/web.ts';

const browsers = {
  chromium: async (web: Web) => {
    const session = await launch({ web });
    return { ...session, driver: chromiumDriver(session) };
  },
  firefox: async (web: Web) => {
    const firefox = await launchFirefox({ web });
    return { ...firefox, driver: firefoxDriver(firefox) };
  },
};

const names = Object.keys(browsers) as (keyof typeof browsers)[];

test.for(names.filter((name) => isFull || name === 'chromium'))(
  'the main job, as npm start plays it in %s',
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'waymark-tour-'));
    const [web, sandbox] = await Promise.all([openWeb(), startSandbox()]);
    const { browser, driver, close } = await browsers[name](web);
    try {
      const lines: string[] = [];
      const wrong = await play({ driver, sandbox, page: await browser.newPage() }, folder, (line) => lines.push(line));
      expect(wrong, lines.join('\n')).toBe(0);
      expect(lines.join('\n')).not.toContain(sandbox.key);
      expect(sandbox.log.filter(({ key, keyOk }) => key !== 'none' && !keyOk)).toEqual([]);
    } finally {
      await Promise.all([close(), sandbox.close(), web.close(), rm(folder, { recursive: true })]);
    }
  },
);
