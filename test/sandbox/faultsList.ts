import { all, type Fault, type FaultFacts } from './fault.ts';
import { json } from './replies.ts';
import type { Reply } from './types.ts';

const perPage = (facts: FaultFacts) => Number(new URLSearchParams(facts.query).get('per_page') ?? 10);
const isList = (facts: FaultFacts) => facts.operation.endsWith('.list');
const madeUp = (facts: FaultFacts, count: number) =>
  Array.from({ length: count }, (_, index) =>
    facts.operation === 'projects.list'
      ? { project: `more-${index}.example`, reports: 1 }
      : { id: 900_000 + index, domain: `more-${index}.example`, privacy: 1 },
  );

const onlyLists = (name: string, says: string, list: (facts: FaultFacts) => object): Fault => ({
  name,
  says: `${says}; other operations as they are`,
  commits: true,
  answer: (honest: Reply, facts) => (isList(facts) ? json(200, list(facts)) : honest),
  expected: all('ok'),
});

/** Lists that do not match the request, and a record other than the requested one. */
export const listFaults: Fault[] = [
  onlyLists('too-many', 'a list of three pages at once', (facts) => ({ data: madeUp(facts, perPage(facts) * 3) })),
  onlyLists('full-no-links', 'a full page and no word of another', (facts) => ({
    data: madeUp(facts, perPage(facts)),
  })),
  onlyLists('empty-with-next', 'an empty page that promises another', (facts) => ({
    data: [],
    links: { next: `${facts.base}/api/v1/websites?page=2` },
    meta: { total: 40, last_page: 4, current_page: 1 },
  })),
  onlyLists('empty-list', 'an empty list', () => ({ data: [], links: {}, meta: { total: 0 }, status: 200 })),
  onlyLists('twins', 'two records of one domain', (facts) => ({
    data: madeUp(facts, 1).flatMap((item) => [item, { ...item, ...('id' in item && { id: 900_900 }) }]),
  })),
  {
    name: 'list-for-all',
    says: 'the first page of the list, whatever was asked; nothing is carried out',
    commits: false,
    answer: (_, facts) => json(200, { data: madeUp({ ...facts, operation: 'websites.list' }, 2), status: 200 }),
    expected: all(['ok', 'shape'], { show: 'shape' }),
  },
  {
    name: 'other-record',
    says: 'the record of another website; nothing is carried out',
    commits: false,
    answer: (_, facts) => {
      const item = { id: 777, domain: 'other.example', privacy: 0, email: 1 };
      return json(200, { data: isList(facts) ? [item] : item, status: 200 });
    },
    expected: all(['ok', 'shape'], { list: 'ok' }),
  },
];
