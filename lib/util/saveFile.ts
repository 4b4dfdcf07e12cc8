/** Lets the browser download a text as a file. */
export function saveFile(name: string, type: 'text/csv' | 'application/json', text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  // Revoked only later, because the browser may still be reading the data after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
