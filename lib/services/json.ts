// JSON.parse rounds integers beyond 2^53, so that 9007199254740993 becomes the id of another record. Such integers are
// therefore converted to strings beforehand. The strings begin with this mark, a character that no id contains. (A
// reviver could read the source text instead, but it is called recursively, so a deeply nested answer would overflow
// the stack.)
const mark = '\u0000';
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function isExactNumber(token: string): string {
  return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? JSON.stringify(mark + token) : token;
}

/**
 * Matches a message that PHP prints, with or without markup. A server that shows its errors to visitors puts such
 * messages in front of the answer.
 */
const phpMessage =
  /^\s*(?:<br\s*\/?>\s*)?(?:<b>)?(?:PHP )?(?:Deprecated|Notice|Strict Standards|Warning)(?:<\/b>)?: .{1,4096}? on line (?:<b>)?\d+(?:<\/b>)?(?:\s*<br\s*\/?>)?/s;
const maxMessages = 100;

const withoutMark = (source: string): string => source.replace(/^\ufeff+/, '');

/**
 * Returns the first message that PHP printed before an answer, without markup; undefined if there is none. `hide`:
 * removes secrets. It is applied before and after the markup is removed, because a password may contain or look like
 * markup.
 */
export function phpMessageIn(source: string, hide: (text: string) => string = String): string | undefined {
  const [message] = phpMessage.exec(withoutMark(source)) ?? [];
  return message === undefined ? undefined : hide(hide(message).replace(/<[^<>]*>/g, ''));
}

function withoutPhpMessages(source: string): string {
  let rest = source;
  for (let count = 0; count < maxMessages; count++) {
    const [message] = phpMessage.exec(rest) ?? [];
    if (!message) break;
    rest = rest.slice(message.length);
  }
  return rest;
}

/**
 * Parses JSON, ignoring any PHP messages in front of it. Returns undefined if the text is not JSON. Integers that
 * JSON.parse would round become marked strings (see `inexact`).
 */
export function parseJson(source: string): { value: unknown } | undefined {
  const bare = withoutPhpMessages(withoutMark(source));
  try {
    const value: unknown = JSON.parse(bare);
    return { value: /\d{16}/.test(bare) ? JSON.parse(bare.replace(tokens, isExactNumber)) : value };
  } catch {
    return undefined;
  }
}

/** Returns the digits of an integer that `parseJson` has turned into a marked string; undefined for any other value. */
export function inexact(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(mark) ? value.slice(1) : undefined;
}
