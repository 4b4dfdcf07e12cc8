/**
 * Whether a text box other than the search field has the focus, so that the person may be typing. The search field is
 * left out because it stays when an answer from the service replaces the form.
 */
export function isTyping(): boolean {
  const box = document.activeElement as HTMLInputElement | null;
  return box?.value !== undefined && box.matches(':read-write:not([role])');
}
