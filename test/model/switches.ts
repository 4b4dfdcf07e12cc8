import fc from 'fast-check';

/** The fate of one write: when it is carried out and answered (milliseconds after its arrival). */
export interface Fate {
  /** `never`: the write is not carried out, and its answer is 500 or lost. */
  done: number | 'never';
  answered: number;
  answer: 'ok' | 'lost' | '500';
}

/** The fate of one read. */
export interface ReadFate {
  answered: number;
  answer: 'ok' | 'lost' | '502';
}

/** The behaviour of a service where its interface leaves it open. */
export interface Switches {
  search: 'substring' | 'ignored' | 'prefix' | 'case';
  /** `ten`: ten rows, whatever the client requests. `all`: all rows in one answer. */
  perPage: 'honoured' | 'ten' | 'all' | 10 | 25 | 50;
  /** How an answer reports that there are more rows. */
  facts: 'none' | 'links' | 'meta' | 'cursor' | 'header' | 'total' | 'total-low' | 'total-high';
  /** Whether the service supports `?page=2` although its answers do not mention pages. */
  pages: boolean;
  /** Whether a row is repeated or missing where two pages meet. */
  borders: 'exact' | 'repeat' | 'skip';
  order: 'asked' | 'domain' | 'mixed';
  /** The product that replaces the service. Switches do not change what is typical of the product. */
  kind?: 'umami' | 'umami 2.18' | 'matomo';
  duplicates: 'accepted' | 409 | 422;
  id: 'number' | 'string' | 'uuid' | 'huge';
  envelope: 'data' | 'bare' | 'websites' | 'items' | 'nested' | 'keyed' | 'jsonapi';
  method: 'both' | 'PATCH' | 'PUT';
  /** The answer to an accepted create. */
  created: 'record' | 'wrapped' | 'empty';
  limit?: { most: number; header: 'seconds' | 'date' | 'reset-s' | 'reset-ms' | 'reset-epoch' | 'none'; told: boolean };
  /** The number of further records in the list, on which nobody acts. */
  others: number;
  /** Which of `hosts` are registered in the first account. */
  held: boolean[];
  /** Whether one of these hosts was registered in capitals. */
  capitals: boolean;
  writes: Fate[];
  reads: ReadFate[];
}

export const plain: Switches = {
  search: 'substring',
  perPage: 'honoured',
  facts: 'meta',
  pages: true,
  borders: 'exact',
  order: 'asked',
  duplicates: 422,
  id: 'number',
  envelope: 'data',
  method: 'both',
  created: 'record',
  others: 0,
  held: [],
  capitals: false,
  writes: [],
  reads: [],
};

/** The host that may be registered in capitals. */
export const capital = 'Shop.Example.com';

/** The hosts on which people act. */
export const hosts = [
  'example.com',
  'www.example.com',
  'shop.example.com',
  'blog.example.org',
  'deep.down.example.co.uk',
  'alone.example.net',
] as const;

/** Returns one of several arbitraries, by their weights. */
export const weighted = <T>(...ones: [weight: number, arbitrary: fc.Arbitrary<T>][]): fc.Arbitrary<T> =>
  fc.oneof(...ones.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Returns mostly the first value, so that few switches differ at a time and a failure shrinks to it. */
const mostly = <T>(usual: T, ...others: T[]) =>
  weighted([3, fc.constant(usual)], [3, fc.constantFrom(usual, ...others)]);

const fates = (done: Fate['done'][], answered: number[], ...answers: Fate['answer'][]) =>
  fc.record<Fate>({
    done: fc.constantFrom(...done),
    answered: fc.constantFrom(...answered),
    answer: fc.constantFrom(...answers),
  });
const fate = weighted<Fate>(
  [4, fc.constant({ done: 0, answered: 0, answer: 'ok' })],
  [2, fc.constant({ done: 0, answered: 0, answer: 'lost' })],
  [3, fates([0, 500, 3_000, 9_000], [0, 200, 1_000, 4_000, 14_000, 18_000], 'ok', 'lost', '500')],
  // These writes are carried out after the client has given up.
  [2, fates([30_000, 45_000, 180_000], [0, 14_000, 18_000], 'lost', '500')],
  [1, fates(['never'], [0, 1_000, 18_000], 'lost', '500')],
);

const someAnswer = fc.constantFrom('ok', 'ok', 'lost', '502');
const readFate = weighted<ReadFate>(
  [4, fc.constant({ answered: 0, answer: 'ok' })],
  [2, fc.record<ReadFate>({ answered: fc.constantFrom(50, 700, 3_000, 14_000, 18_000), answer: someAnswer })],
);

const facts = ['meta', 'none', 'none', 'links', 'cursor', 'header', 'total', 'total-low', 'total-high'] as const;
const limit = fc.record({
  most: fc.constantFrom(4, 10, 60),
  header: fc.constantFrom('seconds', 'date', 'reset-s', 'reset-ms', 'reset-epoch', 'none'),
  told: fc.boolean(),
});

/** Random services. The switches do not depend on each other. */
export const switches: fc.Arbitrary<Switches> = fc.record({
  search: mostly<Switches['search']>('substring', 'ignored', 'ignored', 'prefix', 'case'),
  perPage: mostly<Switches['perPage']>('honoured', 'ten', 'all', 10, 25, 50),
  facts: mostly<Switches['facts']>(...facts),
  pages: fc.boolean(),
  borders: mostly<Switches['borders']>('exact', 'repeat', 'skip'),
  order: mostly<Switches['order']>('asked', 'domain', 'mixed'),
  duplicates: fc.constantFrom('accepted', 409, 422),
  id: mostly<Switches['id']>('number', 'string', 'uuid', 'huge'),
  envelope: mostly<Switches['envelope']>('data', 'bare', 'bare', 'websites', 'items', 'nested', 'keyed', 'jsonapi'),
  method: mostly<Switches['method']>('both', 'PATCH', 'PUT'),
  created: mostly<Switches['created']>('record', 'wrapped', 'empty'),
  limit: weighted<Switches['limit']>([5, fc.constant(undefined)], [1, limit]),
  others: weighted(
    [6, fc.constant(0)],
    [6, fc.constantFrom(3, 8, 9, 10, 12, 24, 40)],
    [3, fc.constantFrom(60, 99, 100, 150)],
    [1, fc.constantFrom(260, 620)],
  ),
  held: fc.array(fc.boolean(), { maxLength: hosts.length }),
  capitals: fc.boolean(),
  writes: fc.array(fate, { maxLength: 6 }),
  reads: fc.array(readFate, { maxLength: 8 }),
}) as fc.Arbitrary<Switches>;
