import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A copy of a build whose English texts can be replaced with those of another language, because few machines have
 * Chromium's own texts in other languages.
 */
export interface Spoken {
  build: string;
  /**
   * Replaces the English texts with those of `language`. They take effect when the build is installed, or installed
   * again.
   */
  speak(language: string): Promise<void>;
  remove(): Promise<void>;
}

/** Copies a build, and gives the copy the texts of one language, whichever language the browser has. */
export async function speaking(language = 'en', from = process.env.WAYMARK_BUILD): Promise<Spoken> {
  if (!from) throw new Error('No build to copy.');
  const build = await mkdtemp(join(tmpdir(), `waymark-spoken-`));
  await cp(from, build, { recursive: true });
  const sentences = (root: string, name: string) => join(root, '_locales', name.replace('-', '_'), 'messages.json');
  const speak = async (name: string) => writeFile(sentences(build, 'en'), await readFile(sentences(from, name)));
  await speak(language);
  return { build, speak, remove: () => rm(build, { recursive: true, force: true }) };
}
