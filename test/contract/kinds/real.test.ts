import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startUmami } from '../../sandbox/kinds/umami.ts';

const theirs = ['shop.example.com', 'my-waymark-test-1.example', 'waymark-test-1.example.com'];
const folder = mkdtempSync(join(tmpdir(), 'waymark-real-'));
let umami: Awaited<ReturnType<typeof startUmami>>;

/** Replaces the tests: registers a website, and runs for a minute unless it is to fail. */
const tests = `#!${process.execPath}
const { WAYMARK_URL, WAYMARK_KEY, LASTS } = process.env;
fetch(WAYMARK_URL + '/api/websites', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + WAYMARK_KEY, 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'a', domain: 'waymark-test-made.example' }),
}).then(() => setTimeout(() => process.exit(1), Number(LASTS)));
`;
beforeAll(async () => {
  umami = await startUmami();
  writeFileSync(join(folder, 'vitest'), tests);
  chmodSync(join(folder, 'vitest'), 0o755);
});
beforeEach(() => {
  umami.reset();
  for (const domain of theirs) umami.put(domain);
});
afterAll(async () => {
  await umami.close();
  rmSync(folder, { recursive: true });
});

function run(lasts: number) {
  const program = spawn(process.execPath, ['test/tools/real.ts', '--url', umami.url], {
    env: {
      ...process.env,
      WAYMARK_KEY: umami.key,
      LASTS: String(lasts),
      PATH: `${folder}${delimiter}${process.env.PATH}`,
    },
    // As a terminal does, which sends Ctrl+C to all processes of a group.
    detached: true,
  });
  let said = '';
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (data) => (said += data));
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
  return { program, ended: ended.then((code) => ({ code, said })) };
}
const made = () => umami.rows.map(({ domain }) => domain).filter((domain) => !theirs.includes(domain));
const isMade = () => vi.waitUntil(() => made().includes('waymark-test-made.example'), { timeout: 60_000 });

test.each<[how: string, lasts: number, end?: (program: ChildProcess) => unknown]>([
  ['it fails', 0],
  ['Ctrl+C', 60_000, ({ pid }) => process.kill(-(pid as number), 'SIGINT')],
  ['SIGTERM', 60_000, (program) => program.kill('SIGTERM')],
])('a run against a real server leaves nothing behind: %s', async (_how, lasts, end) => {
  const { program, ended } = run(lasts);
  if (end) {
    await isMade();
    end(program);
  }
  const { code, said } = await ended;
  expect(said).toContain('1 of 1 deleted');
  expect(umami.rows.map(({ domain }) => domain)).toEqual(theirs);
  expect(code).toBe(1);
  expect(said).not.toContain(umami.key);
});

test('what was killed is taken away by the next run, and what cannot be is named', async () => {
  const id = umami.put('waymark-test-stuck.example');
  umami.put('waymark-test-old.example');
  for (let n = 0; n < 2; n++) umami.fail(403, ({ method, path }) => method === 'DELETE' && path.endsWith(id));
  const { said } = await run(0).ended;
  expect(said).toContain(`waymark-test-stuck.example, id ${id}`);
  expect(made()).toEqual(['waymark-test-stuck.example']);
});
