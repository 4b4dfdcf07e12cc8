import { isRecord } from '../../../../lib/util/isRecord.ts';

/** A value with each of its innermost values replaced. */
function eachLeaf(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => eachLeaf(one, change));
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, eachLeaf(one, change)]));
  return change(value);
}

/** A value with each of its members replaced, one level down. */
function eachMember(value: unknown, change: (member: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one)]))
    : change(value);
}

const otherType = (leaf: unknown) => (typeof leaf === 'string' ? 7 : 'x');
const textOf = (text: string) => (leaf: unknown) => (typeof leaf === 'string' ? text : leaf);
/** As own properties, which a literal cannot have. */
const prototypeNames = JSON.parse('{"__proto__":{"id":1},"constructor":null,"toString":"x","hasOwnProperty":[]}');
const inPrototypes = (value: unknown): unknown =>
  Array.isArray(value)
    ? [...value.map(inPrototypes), prototypeNames]
    : isRecord(value)
      ? { ...value, ...prototypeNames }
      : value;

/** What may stand in place of a value: a broken disk, another program, another version. */
export const damaged: Record<string, (value: unknown) => unknown> = {
  null: () => null,
  'a number': () => -7,
  'a text': () => 'x',
  'an empty text': () => '',
  'a flag': () => true,
  'an empty list': () => [],
  'a list of rubbish': () => [null, 7, 'x', [], {}, [null]],
  'an empty object': () => ({}),
  'members that are null': (value) => eachMember(value, () => null),
  'members that are lists': (value) => eachMember(value, () => [null, {}]),
  'inner values of other types': (value) => eachLeaf(value, otherType),
  'inner values that are null': (value) => eachLeaf(value, () => null),
  'inner numbers below zero': (value) => eachLeaf(value, (leaf) => (typeof leaf === 'number' ? -1e300 : leaf)),
  'texts with control characters': (value) => eachLeaf(value, textOf('\u0000\u0007\n http://[x')),
  'huge texts': (value) => eachLeaf(value, textOf('x'.repeat(100_000))),
  'addresses of nothing': (value) =>
    eachLeaf(value, (leaf) => (typeof leaf === 'string' ? leaf.replace(/^https:\/\//, 'htp:/') : leaf)),
  'addresses of another scheme': (value) =>
    eachLeaf(value, (leaf) => (typeof leaf === 'string' ? leaf.replace(/^https:/, 'ftp:') : leaf)),
  'names of prototypes': inPrototypes,
};

/** What may stand in place of the whole record. */
export const damagedRecords: Record<string, (record: { version: number; value: unknown }) => unknown> = {
  'no record': ({ value }) => value,
  'a record of nothing': () => null,
  'a record without a version': ({ value }) => ({ value }),
  'a record without a value': ({ version }) => ({ version }),
  'a record of a newer version': ({ value }) => ({ version: 99, value: { future: value } }),
};
