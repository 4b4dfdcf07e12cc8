import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A build of its own whose English sentences can be put in another language: few machines have Chromium's own words in any other. */
export interface Spoken {
  build: string;
  /** Puts a language's sentences in the place of the English ones; read when the build is installed, again too. */
  speak(language: string): Promise<void>;
  remove(): Promise<void>;
}

/** Copies a build, and lets it speak one language whatever the browser's is. */
export async function speaking(language = 'en', from = process.env.WAYMARK_BUILD): Promise<Spoken> {
  if (!from) throw new Error('No build to copy.');
  const build = await mkdtemp(join(tmpdir(), `waymark-spoken-`));
  await cp(from, build, { recursive: true });
  const sentences = (root: string, name: string) => join(root, '_locales', name.replace('-', '_'), 'messages.json');
  const speak = async (name: string) => writeFile(sentences(build, 'en'), await readFile(sentences(from, name)));
  await speak(language);
  return { build, speak, remove: () => rm(build, { recursive: true, force: true }) };
}
