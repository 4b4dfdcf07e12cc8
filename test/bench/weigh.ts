import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export const gzip = (text: string): number => gzipSync(text, { level: 9 }).length;

/** Returns a page's scripts and styles, with all their static imports: what must load before a button is usable. */
export function onTheWay(build: string, page: string): { scripts: string[]; styles: string[] } {
  const read = (file: string) => readFileSync(join(build, file), 'utf8');
  const html = read(page);
  const named = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, path = '']) => path.replace(/^\//, ''));
  const scripts = new Set(named(/<script[^>]+src="([^"]+)"/g));
  for (const script of scripts) {
    for (const [, path = ''] of read(script).matchAll(
      /(?:^|[;}\s])(?:import|export)[^;'"()]*?["'`]\.\/([^"'`]+)["'`]/g,
    )) {
      scripts.add(`chunks/${path}`);
    }
  }
  const there = (files: Iterable<string>) => [...files].filter((file) => existsSync(join(build, file)));
  return { scripts: there(scripts), styles: there(named(/<link[^>]+href="([^"]+\.css)"/g)) };
}

/** Returns the total bytes of some files of a build: raw, and with each file compressed by gzip. */
export function weigh(build: string, files: readonly string[]): [raw: number, gzip: number] {
  const texts = files.map((file) => readFileSync(join(build, file), 'utf8'));
  const sum = (of: (text: string) => number) => texts.reduce((bytes, text) => bytes + of(text), 0);
  return [sum((text) => Buffer.byteLength(text)), sum(gzip)];
}
