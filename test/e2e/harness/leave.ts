import { found } from './secrets.ts';

/** What a test leaves in a browser. */
export interface Left {
  /** Everything that was written to a console. */
  said: string;
  /** The extension's complaints that no test has looked at. */
  complaints: string[];
  /** The texts of open pages and of stored data, each with the name of its place. */
  places: [where: string, text: string][];
}

/** The time that the extension's pages have to report their contents, even on a busy machine (milliseconds). */
const patience = 30_000;

/**
 * Checks a browser, and closes it in any case. The browser must hold no text that only the worker may keep (see
 * `keepSecret`), and the extension must not have complained.
 * @throws Error, so that the test file fails
 */
export async function leave(look: () => Promise<Left>, close: () => Promise<void>): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error('The browser did not say what is left in it.')), patience);
  });
  try {
    const { said, complaints, places } = await Promise.race([look(), tooLate]);
    const hits = found([['console', said], ...places]);
    if (hits.length > 0) throw new Error(`A key or a password was left behind:\n${hits.join('\n')}`);
    if (complaints.length > 0) throw new Error(`The extension complained:\n${complaints.join('\n')}`);
  } finally {
    clearTimeout(late);
    await close();
  }
}
