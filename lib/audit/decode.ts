const declared = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{1,40})/i;

/**
 * Returns the encoding of a page, from the first of these that states one:
 * 1. The first bytes.
 * 2. The `Content-Type` header.
 * 3. The `meta` element.
 * Returns UTF-8 if none does.
 */
function charsetOf(bytes: Uint8Array, contentType: string): string {
  const [one, two, three] = bytes;
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'utf-8';
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  if (one === 0xfe && two === 0xff) return 'utf-16be';
  const header = /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1];
  if (header) return header;
  const meta = declared.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 1024)))?.[1];
  // The `meta` element was readable as ASCII, so the page is not in UTF-16, even if the element says so.
  return !meta || /^utf-?16/i.test(meta) ? 'utf-8' : meta;
}

/** Decodes the bytes of a page to text. Treats an unknown encoding as UTF-8. */
export function decodeHtml(bytes: Uint8Array, contentType = ''): string {
  try {
    return new TextDecoder(charsetOf(bytes, contentType)).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
