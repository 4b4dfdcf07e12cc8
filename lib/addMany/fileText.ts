/** The maximum size of a file (bytes). Also applies to a compressed file after unpacking. */
const maxFileSize = 10 * 2 ** 20;

const begins = (bytes: Uint8Array, ...with_: number[]) => with_.every((byte, at) => bytes[at] === byte);

/** Reads all bytes of a stream. Resolves to undefined if there are more than `maxFileSize`. */
async function bytesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > maxFileSize) {
      await reader.cancel();
      return undefined;
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * Returns the encoding of a file's text. Recognises UTF-16 even without a byte order mark, because nearly every second
 * byte is zero.
 */
function encodingOf(bytes: Uint8Array): string {
  if (begins(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (begins(bytes, 0xfe, 0xff)) return 'utf-16be';
  const sample = bytes.subarray(0, 1000);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && !even) return 'utf-16le';
  return even > sample.length / 4 && !odd ? 'utf-16be' : 'utf-8';
}

/** The code pages in which Windows programs write text, by language. All other languages use windows-1252. */
const codePages: Readonly<Record<string, string>> = {
  ar: 'windows-1256',
  bg: 'windows-1251',
  cs: 'windows-1250',
  el: 'windows-1253',
  he: 'windows-1255',
  hr: 'windows-1250',
  hu: 'windows-1250',
  ja: 'shift_jis',
  ko: 'euc-kr',
  pl: 'windows-1250',
  ro: 'windows-1250',
  ru: 'windows-1251',
  sk: 'windows-1250',
  tr: 'windows-1254',
  uk: 'windows-1251',
  zh: 'gbk',
  'zh-TW': 'big5',
};

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Whether a text is valid in an encoding. */
function isValid(bytes: Uint8Array<ArrayBuffer>, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Decodes a text in UTF-8 or UTF-16. If it has no byte order mark and most of its non-ASCII characters are invalid in
 * UTF-8, decodes it with the Windows code page of `language`, which Excel uses by default.
 */
function decoded(bytes: Uint8Array<ArrayBuffer>, language: string): string {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  const isMarked = begins(bytes, 0xef, 0xbb, 0xbf);
  if (encoding !== 'utf-8' || isMarked || isValid(bytes, encoding)) return text;
  if (countOf(text, /\ufffd/g) <= countOf(text, /[^\0-\x7f\ufffd]/g)) return text;
  return new TextDecoder(codePages[language] ?? codePages[language.slice(0, 2)] ?? 'windows-1252').decode(bytes);
}

/**
 * Reads the text of a file in UTF-8, UTF-16, or the Windows code page of `language` (such as `de` or `zh-TW`). Unpacks
 * a gzip file, as sitemaps often are. Resolves to `failed` if the file is larger than `maxFileSize` or is not text.
 * Never rejects.
 */
export async function fileText(
  file: Blob,
  language: string,
): Promise<{ text: string } | { failed: 'large' | 'unreadable' }> {
  if (file.size > maxFileSize) return { failed: 'large' };
  try {
    const packed = begins(new Uint8Array(await file.slice(0, 2).arrayBuffer()), 0x1f, 0x8b);
    const bytes = await bytesOf(packed ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream());
    if (!bytes) return { failed: 'large' };
    const text = decoded(bytes, language);
    // Text contains no zero bytes, unlike a binary file such as a spreadsheet or an image.
    return text.includes('\0') ? { failed: 'unreadable' } : { text };
  } catch {
    return { failed: 'unreadable' };
  }
}
