import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A build that speaks one language whatever the browser's is: few machines have Chromium's own words in any other. */
export interface Spoken {
  build: string;
  remove(): Promise<void>;
}

/** Copies a build and puts a language's sentences in the place of the English ones. */
export async function speaking(language: string, from = process.env.WAYMARK_BUILD): Promise<Spoken> {
  if (!from) throw new Error('No build to copy.');
  const build = await mkdtemp(join(tmpdir(), `waymark-${language}-`));
  await cp(from, build, { recursive: true });
  const sentences = (name: string) => join(build, '_locales', name, 'messages.json');
  await writeFile(sentences('en'), await readFile(sentences(language)));
  return { build, remove: () => rm(build, { recursive: true, force: true }) };
}
