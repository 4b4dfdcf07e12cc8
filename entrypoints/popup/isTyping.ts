/**
 * Whether a text box has the focus, so that the person may be typing. The search field does not count, because it stays
 * when an answer from the service replaces the form.
 */
export function isTyping(): boolean {
  const box = document.activeElement as HTMLInputElement | null;
  return box?.value !== undefined && box.matches(':read-write:not([role])');
}
