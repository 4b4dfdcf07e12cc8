import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openRunFolder } from '../../tools/runFolder.mjs';

const outer = mkdtempSync(join(tmpdir(), 'waymark-runs-'));
beforeEach(() => void vi.stubEnv('TMPDIR', outer));
afterAll(() => rmSync(outer, { recursive: true }));

test('at its end, what a run has left is gone, and what still runs there has been ended', async () => {
  const { folder, remove } = openRunFolder();
  expect(dirname(folder)).toBe(outer);
  mkdirSync(join(folder, 'profile'));
  writeFileSync(join(folder, 'profile', 'key'), 'made-up-key');
  const browser = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', join(folder, 'profile')]);
  const ended = once(browser, 'exit');
  await once(browser, 'spawn');
  remove();
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(existsSync(folder)).toBe(false);
});

test('the next run deletes what a killed one has left, but nothing of one that goes on', () => {
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const [killed, goesOn] = [dead, process.ppid].map((pid) => join(outer, `waymark-run-${pid}`));
  for (const folder of [killed, goesOn]) mkdirSync(folder as string);
  openRunFolder().remove();
  expect([killed, goesOn].map((folder) => existsSync(folder as string))).toEqual([false, true]);
});
