/** Whether the typed text is the name of the record to delete, in Unicode or ASCII. */
export function confirms(typed: string, { name, ascii }: { name: string; ascii?: string | undefined }): boolean {
  const plain = typed.trim().toLowerCase();
  return plain !== '' && (plain === name.toLowerCase() || plain === ascii?.toLowerCase());
}
