const largest = 10 * 2 ** 20;

/** A file's text; why it cannot be had otherwise. */
export async function textOf(file: File): Promise<{ text: string } | { failed: 'large' | 'unreadable' }> {
  if (file.size > largest) return { failed: 'large' };
  try {
    const text = await file.text();
    // What is no text has zero bytes sooner or later: a spreadsheet's own format, an image.
    return text.includes('\0') ? { failed: 'unreadable' } : { text };
  } catch {
    return { failed: 'unreadable' };
  }
}
