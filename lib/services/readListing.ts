import { ApiError } from './errors.ts';
import { type PageAnswer, type PageReader, readPages } from './readPages.ts';
import type { Listing, ListOutput, Website } from './types.ts';

/**
 * Reads a list of websites page by page (see `readPages`). `list`: requests the page with a cursor or, without one, the
 * first page. Rejects with the ApiError of the first page that cannot be read.
 */
export async function readListing(
  list: (cursor: string | undefined) => Promise<ListOutput<Website>>,
  options: Pick<PageReader<Website>, 'until' | 'maxPages'> = {},
): Promise<Listing<Website>> {
  const answered = (cursor: string | undefined): Promise<PageAnswer<Website>> =>
    list(cursor).then(
      (value) => ({ ok: true, value }),
      (error: unknown) => {
        if (error instanceof ApiError) return { ok: false, problem: error.problem };
        throw error;
      },
    );
  const read = await readPages<Website>({ ...options, list: answered });
  if (!read.ok) throw new ApiError(read.problem);
  return read.value;
}
