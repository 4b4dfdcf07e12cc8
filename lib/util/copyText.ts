/** Copies a text to the clipboard. Resolves to whether that worked. Call it directly in a click, before any `await`. */
export const copyText = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
