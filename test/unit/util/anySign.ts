import fc from 'fast-check';

const last = 0x10ffff;

function codeOf(sign: unknown): number {
  const code = String(sign).codePointAt(0);
  if (code === undefined || String.fromCodePoint(code) !== sign) throw new Error('This is not one sign.');
  return code;
}

/** Any code point, half a pair too: fast-check's own `binary` first lists all 1,114,112 of them, which takes a second. */
export const anySign = fc.integer({ min: 0, max: last }).map((code) => String.fromCodePoint(code), codeOf);
