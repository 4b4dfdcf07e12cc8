import { type ApiError, call, type Kind, type Website } from '../../../lib/services/index.ts';

/** Only these are made on a server, `waymark-test-….example`, and only these are taken away again. */
export const prefix = 'waymark-test-';
const isOurs = ({ domain }: Website, mark: string) => domain.startsWith(mark) && domain.endsWith('.example');

/** What a server has of the tests' own: the websites that begin with a mark. */
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

  /** When the last visit to a website came (milliseconds since 1970). */
  async lastVisit(id: string): Promise<number | null | undefined> {
    const [hits] = await call('websites.hits', { ids: [id], last: true }, this.#connection);
    return hits?.last;
  }

  /** Takes them away. Gives how many there were, and what is wrong with those that could not be. */
  async clear(): Promise<{ found: number; left: string[] }> {
    const all = await this.websites();
    const left: string[] = [];
    for (const { id, domain } of all)
      await call('websites.delete', { id }, this.#connection).catch((error: ApiError) => {
        // What is gone needs no deleting.
        if (error.problem.kind !== 'missing') left.push(`${domain}, id ${id}: ${error.message}`);
      });
    return { found: all.length, left };
  }
}
