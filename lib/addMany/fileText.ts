/** The maximum size of a file (bytes). A packed file may not be larger after unpacking, either. */
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
 * Returns the encoding of a file's text. Recognises UTF-16 even without a byte order mark, because nearly every other
 * byte is then zero.
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

/**
 * Reads the text of a file in UTF-8 or UTF-16. Unpacks the file if it is packed by gzip, as sitemaps often are.
 * Resolves to `failed` if the file is larger than `maxFileSize` or is not a text. Never rejects.
 */
export async function fileText(file: Blob): Promise<{ text: string } | { failed: 'large' | 'unreadable' }> {
  if (file.size > maxFileSize) return { failed: 'large' };
  try {
    const packed = begins(new Uint8Array(await file.slice(0, 2).arrayBuffer()), 0x1f, 0x8b);
    const bytes = await bytesOf(packed ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream());
    if (!bytes) return { failed: 'large' };
    const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
    // A text has no zero bytes, unlike a binary file such as a spreadsheet or an image.
    return text.includes('\0') ? { failed: 'unreadable' } : { text };
  } catch {
    return { failed: 'unreadable' };
  }
}
