// JSON.parse rounds whole numbers beyond 2^53: 9007199254740993 becomes the id of its neighbour. They are made strings
// before, marked by a character that no id holds. (A reviver sees the source too, but walks recursively: an answer
// nested deeply enough would end the stack.)
const mark = '\u0000';
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function isExactNumber(token: string): string {
  return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? JSON.stringify(mark + token) : token;
}

/** Parses JSON; undefined where the text is none. Whole numbers that JSON.parse would round are marked strings (`inexact`). */
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
