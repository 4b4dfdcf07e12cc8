import { all, type Fault, type Outcome } from './fault.ts';
import type { Reply } from './types.ts';

type Loose = Record<string, unknown>;

const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isRecord = (value: unknown): value is Loose => isLoose(value) && ('domain' in value || 'project' in value);

// Answers to deletes, and refusals, hold no record: they pass unchanged.
const spoilRecords = (honest: Reply, spoil: (record: Loose) => unknown): Reply => {
  const type = honest.headers['content-type'] ?? '';
  if (honest.status >= 300 || honest.body === '' || !type.includes('json')) return honest;
  const walk = (value: unknown, depth = 0): unknown => {
    if (isRecord(value)) return spoil(value);
    if (depth > 4) return value;
    if (Array.isArray(value)) return value.map((item) => walk(item, depth + 1));
    if (!isLoose(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, depth + 1)]));
  };
  return { ...honest, body: JSON.stringify(walk(JSON.parse(String(honest.body)))) };
};

const everyField = (value: unknown) => (record: Loose) =>
  Object.fromEntries(Object.keys(record).map((key) => [key, key === 'id' ? record[key] : value]));
const everyText = (turn: (text: string) => string) => (record: Loose) => {
  const turned = (key: string, value: unknown) => (typeof value === 'string' && key !== 'id' ? turn(value) : value);
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, turned(key, value)]));
};

const vnode = { type: 'img', props: { src: 'x', onerror: 'alert(1)' }, key: null, ref: null, constructor: null };
// As text, since JSON.stringify recurses.
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

const turns: Record<string, (text: string) => string> = {
  markup: () => '<img src=x onerror="document.title=1">',
  'script-address': () => 'javascript:document.title=1',
  bidi: (text) => `\u202e${text}\u2066`,
  control: (text) => `\u0000\u001b[31m${text}\r\n\u0007`,
  'zero-width': (text) => [...text].join('\u200b'),
  surrogate: (text) => `\ud800${text}\udfff`,
  '1-mb': (text) => text + 'x'.repeat(1024 * 1024),
  combining: (text) => text + '\u0301'.repeat(2000),
  template: () => '__MSG_appName__ $1 {{1+1}} %s',
};

const unnamed: Outcome = ['ok', 'shape'];
const expected = all(unnamed, { update: 'ok', delete: 'ok' });

const markedBy = (honest: Reply, field: string, json: string): Reply => {
  const made = spoilRecords(honest, (record) => ({ ...record, [field]: 'marker' }));
  return { ...made, body: String(made.body).replaceAll(`"${field}":"marker"`, json) };
};

const own = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}';

const whole: [name: string, says: string, answer: (honest: Reply) => Reply, list?: Outcome][] = [
  [
    'text-deep',
    'lists in lists, 100,000 deep, in one field of every record',
    (honest) => markedBy(honest, 'exclude_ips', `"exclude_ips":${deep}`),
  ],
  ['proto-keys', 'records with __proto__ and constructor of their own', (honest) => markedBy(honest, 'own', own)],
  [
    'duplicate-keys',
    'records whose keys come twice, the last one true',
    (honest) => ({
      ...honest,
      body: String(honest.body).replaceAll(/"(domain|project)":/g, '"$1":"first.example","$1":'),
    }),
  ],
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

/** Records whose fields hold what could run, build, freeze or mislead. The operation has been carried out. */
export const textFaults: Fault[] = [
  ...Object.entries(values).map(([name, value]) => ({
    name: `text-${name}`,
    says: `${name} in every field`,
    commits: true,
    answer: (honest: Reply) => spoilRecords(honest, everyField(value)),
    expected,
  })),
  ...Object.entries(turns).map(([name, turn]) => ({
    name: `text-${name}`,
    says: `${name} in every text`,
    commits: true,
    answer: (honest: Reply) => spoilRecords(honest, everyText(turn)),
    // One record of megabytes may be more than a client reads.
    expected: name === '1-mb' ? { ...expected, update: unnamed } : expected,
  })),
  ...whole.map(([name, says, answer, list = 'ok']) => ({
    name,
    says,
    commits: true,
    answer,
    expected: all('ok', { list }),
  })),
];
