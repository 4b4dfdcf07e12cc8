/**
 * Whether the person may be typing, because a text box has the focus. The search field does not count: it stays when a
 * service's answer replaces the form.
 */
export function isTyping(): boolean {
  const box = document.activeElement as HTMLInputElement | null;
  return box?.value !== undefined && box.matches(':read-write:not([role])');
}
