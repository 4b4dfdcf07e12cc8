/** Gives the person a text as a file, by a link that is pressed for them. */
export function saveFile(name: string, type: 'text/csv' | 'application/json', text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  // The browser has long taken the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
