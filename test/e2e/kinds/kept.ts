import { type ApiError, call, type Kind, type Website } from '../../../lib/services/index.ts';

/** The tests create and delete only websites of the form `waymark-test-….example`. */
export const prefix = 'waymark-test-';
const isOurs = ({ domain }: Website, mark: string) => domain.startsWith(mark) && domain.endsWith('.example');

/** The tests' own websites on a server, whose names begin with a mark. */
export class Kept {
  readonly #connection: { kind: Kind; url: string; key: string };
  readonly #mark: string;

  constructor(connection: { kind: Kind; url: string; key: string }, mark = prefix) {
    this.#connection = connection;
    this.#mark = mark;
  }

  async websites(): Promise<Website[]> {
    const all: Website[] = [];
    let cursor: string | undefined;
    do {
      const query = { search: this.#mark, per_page: 100, ...(cursor ? { cursor } : {}) } as const;
      const page = await call('websites.list', query, this.#connection);
      all.push(...page.items);
      cursor = page.next;
    } while (cursor);
    return all.filter((one) => isOurs(one, this.#mark));
  }

  async domains(): Promise<string[]> {
    return (await this.websites()).map(({ domain }) => domain).sort();
  }

  /** Resolves to the time of a website's last visit (milliseconds since 1970). */
  async lastVisit(id: string): Promise<number | null | undefined> {
    const [hits] = await call('websites.hits', { ids: [id], last: true }, this.#connection);
    return hits?.last;
  }

  /** Deletes the websites. Resolves to how many there were, and to the problems of those that could not be deleted. */
  async clear(): Promise<{ found: number; left: string[] }> {
    const all = await this.websites();
    const left: string[] = [];
    for (const { id, domain } of all)
      await call('websites.delete', { id }, this.#connection).catch((error: ApiError) => {
        // A website that does not exist needs no deletion.
        if (error.problem.kind !== 'missing') left.push(`${domain}, id ${id}: ${error.message}`);
      });
    return { found: all.length, left };
  }
}
