import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { privateBuild } from '../../tools/build.ts';

let build: string;

beforeAll(async () => {
  build = process.env.WAYMARK_BUILD_FIREFOX ?? (await privateBuild('firefox'));
});
afterAll(async () => {
  if (!process.env.WAYMARK_BUILD_FIREFOX) await rm(build, { recursive: true, force: true });
});

test('the linter of addons.mozilla.org finds nothing: no error, no warning, no notice', async () => {
  // The linter exits with 1 if it finds something. Its findings must still be shown.
  const said = await new Promise<string>((resolve) => {
    execFile('addons-linter', ['--output', 'json', build], { maxBuffer: 1 << 24 }, (_error, output) => resolve(output));
  });
  const { errors, warnings, notices, metadata } = JSON.parse(said);
  const found = [...errors, ...warnings, ...notices].map(({ code, file, message }) => `${code} ${file}: ${message}`);
  expect(found).toEqual([]);
  expect(metadata).toMatchObject({ manifestVersion: 3, firefoxStrictMinVersion: 140 });
});
