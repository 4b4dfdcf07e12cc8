import { isRecord } from '../../lib/util/isRecord.ts';
import { all, type Fault, type Outcome } from './fault.ts';
import type { Reply } from './types.ts';

type Loose = Record<string, unknown>;

// Changes each record in an answer. Answers to deletes, and refusals, contain no record and stay unchanged.
const spoilRecords = (honest: Reply, spoil: (record: Loose) => unknown): Reply => {
  const type = honest.headers['content-type'] ?? '';
  if (honest.status >= 300 || honest.body === '' || !type.includes('json')) return honest;
  const walk = (value: unknown, depth = 0): unknown => {
    if (isRecord(value) && ('domain' in value || 'project' in value)) return spoil(value);
    if (depth > 4) return value;
    if (Array.isArray(value)) return value.map((item) => walk(item, depth + 1));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, depth + 1)]));
  };
  return { ...honest, body: JSON.stringify(walk(JSON.parse(String(honest.body)))) };
};

const everyField = (value: unknown) => (record: Loose) =>
  Object.fromEntries(Object.keys(record).map((key) => [key, key === 'id' ? record[key] : value]));
const vnode = { type: 'img', props: { src: 'x', onerror: 'alert(1)' }, key: null, ref: null, constructor: null };
// A text, because JSON.stringify is recursive and would overflow the stack.
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

const values: Record<string, unknown> = {
  vnode,
  'vnode-list': [vnode, vnode],
  object: { toString: 'x', valueOf: 1 },
  list: ['a', 'b'],
  number: 1e308,
  boolean: true,
  null: null,
  empty: '',
};

const unnamed: Outcome = ['ok', 'shape'];
const expected = all(unnamed, { update: 'ok', delete: 'ok' });

const markedBy = (honest: Reply, field: string, json: string): Reply => {
  const made = spoilRecords(honest, (record) => ({ ...record, [field]: 'marker' }));
  return { ...made, body: String(made.body).replaceAll(`"${field}":"marker"`, json) };
};

const own = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}';

const whole: [name: string, says: string, answer: (honest: Reply) => Reply, list: Outcome][] = [
  [
    'text-deep',
    'lists in lists, 100,000 deep, in one field of every record',
    (honest) => markedBy(honest, 'exclude_ips', `"exclude_ips":${deep}`),
    'ok',
  ],
  ['proto-keys', 'records with __proto__ and constructor of their own', (honest) => markedBy(honest, 'own', own), 'ok'],
  [
    'junk-among-records',
    'null, texts, numbers and lists between the records',
    (honest) => {
      const body = String(honest.body).replace('"data":[', '"data":[null,"x",7,[],{},');
      return { ...honest, body: body.replace(',{},]', ',{}]') };
    },
    unnamed,
  ],
];

/** Records with executable, prototype-changing, huge or misleading fields. The operation was carried out. */
export const textFaults: Fault[] = [
  ...Object.entries(values).map(([name, value]) => ({
    name: `text-${name}`,
    says: `${name} in every field`,
    commits: true,
    answer: (honest: Reply) => spoilRecords(honest, everyField(value)),
    expected,
  })),
  ...whole.map(([name, says, answer, list]) => ({ name, says, commits: true, answer, expected: all('ok', { list }) })),
];
