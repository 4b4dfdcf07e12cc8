import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { play } from '../run/play.ts';
import { startSandbox } from '../sandbox/sandbox.ts';
import { launch } from './harness/launch.ts';
import { openWeb } from './harness/web.ts';

test('npm start plays the main job, and all is as it should be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-tour-'));
  const [web, sandbox] = await Promise.all([openWeb(), startSandbox({ stranger: false })]);
  const session = await launch({ web });
  try {
    const lines: string[] = [];
    const page = await session.browser.newPage();
    const wrong = await play({ session, sandbox, page }, folder, (line) => lines.push(line));
    expect(wrong, lines.join('\n')).toBe(0);
    expect(lines.join('\n')).not.toContain(sandbox.key);
    expect(sandbox.log.map(({ keyOk }) => keyOk)).not.toContain(false);
  } finally {
    await Promise.all([session.close(), sandbox.close(), web.close(), rm(folder, { recursive: true })]);
  }
});
