/** Whether the text that a person typed to confirm a deletion is the record's name, in Unicode or in ASCII. */
export function confirms(typed: string, { name, ascii }: { name: string; ascii?: string | undefined }): boolean {
  const plain = typed.trim().toLowerCase();
  return plain !== '' && (plain === name.toLowerCase() || plain === ascii?.toLowerCase());
}
