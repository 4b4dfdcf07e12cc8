// JSON.parse rounds integers beyond 2^53, so that 9007199254740993 becomes a neighbour's id. They are turned into strings
// first, marked by a character that no id contains. (A reviver sees the source, too, but recurses: a deeply nested answer
// would overflow the stack.)
const mark = '\u0000';
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function isExactNumber(token: string): string {
  return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? JSON.stringify(mark + token) : token;
}

/** Parses JSON; undefined if the text is not JSON. Integers that JSON.parse would round become marked strings (`inexact`). */
export function parseJson(source: string): { value: unknown } | undefined {
  const bare = source.replace(/^\ufeff+/, '');
  try {
    const value: unknown = JSON.parse(bare);
    return { value: /\d{16}/.test(bare) ? JSON.parse(bare.replace(tokens, isExactNumber)) : value };
  } catch {
    return undefined;
  }
}

/** The digits of a whole number that JSON.parse would have rounded. */
export function inexact(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(mark) ? value.slice(1) : undefined;
}
