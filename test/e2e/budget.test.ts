import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const build = process.env.WAYMARK_BUILD ?? '';
const read = (file: string) => readFileSync(join(build, file), 'utf8');
const gzip = (text: string) => gzipSync(text, { level: 9 }).length;
const sum = (files: Iterable<string>) => [...files].reduce((bytes, file) => bytes + gzip(read(file)), 0);

/** A page's scripts and styles, and all that these import before they run: what stands on its way to a usable button. */
function onTheWay(page: string): { scripts: Set<string>; styles: Set<string> } {
  const html = read(page);
  const named = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, path = '']) => path.replace(/^\//, ''));
  const scripts = new Set(named(/<script[^>]+src="([^"]+)"/g));
  for (const script of scripts) {
    for (const [, path = ''] of read(script).matchAll(/(?:^|[;}\s])(?:import|export)[^;'"()]*?["']\.\/([^"']+)["']/g)) {
      scripts.add(`chunks/${path}`);
    }
  }
  return { scripts, styles: new Set(named(/<link[^>]+href="([^"]+\.css)"/g)) };
}

const popup = onTheWay('popup.html');
/** The public suffix list is one long text in the worker; it is evaluated only when it is needed. */
const worker = read('background.js');
const longest = worker.split(/[`'"]/).reduce((a, b) => (a.length > b.length ? a : b));

const budgets: [string, number, number][] = [
  ['script on the popup’s way to its button', sum(popup.scripts), 20_000],
  ['style on the popup’s way', sum(popup.styles), 4_000],
  ['worker beside the public suffix list', gzip(worker) - gzip(longest), 40_000],
];

test.each(budgets)('%s: %i of at most %i bytes (gzip)', (_name, bytes, most) => {
  expect(bytes).toBeGreaterThan(500);
  expect(bytes).toBeLessThanOrEqual(most);
});

test('the public suffix list is not on the popup’s way, and is in the worker once', () => {
  expect(longest.length).toBeGreaterThan(80_000);
  expect([...popup.scripts].filter((file) => read(file).includes(longest.slice(1000, 1100)))).toEqual([]);
  expect(worker.split(longest.slice(1000, 1100))).toHaveLength(2);
});

test('nothing is granted at install but what is named, and no host', () => {
  const manifest = JSON.parse(read('manifest.json'));
  expect(manifest.permissions.sort()).toEqual(['activeTab', 'alarms', 'contextMenus', 'scripting', 'storage']);
  expect(manifest.host_permissions ?? []).toEqual([]);
  expect(manifest.content_scripts ?? []).toEqual([]);
  expect(manifest.web_accessible_resources ?? []).toEqual([]);
  expect(manifest.externally_connectable).toBeUndefined();
});

test('no file of the build evaluates text or builds markup from it', () => {
  const scripts = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  const unsafe = scripts.filter((file) => /\beval\(|new Function\(|document\.write\(/.test(read(file)));
  expect(unsafe).toEqual([]);
});
