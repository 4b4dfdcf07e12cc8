/** Copies a text to the clipboard. Resolves to whether that worked. Call it directly in the click. */
export const copyText = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
