/**
 * Whether a text box has the focus, so that somebody may be typing into it. The search field does not count, because
 * its text stays when an answer replaces the form.
 */
export function isTyping(): boolean {
  const box = document.activeElement as HTMLInputElement | null;
  return box?.value !== undefined && box.matches(':read-write:not([role])');
}
