/**
 * Whether the text that a person has typed to confirm a deletion is the name of the record. Accepts both the Unicode
 * form and the ASCII form of the name.
 */
export function confirms(typed: string, { name, ascii }: { name: string; ascii?: string | undefined }): boolean {
  const plain = typed.trim().toLowerCase();
  return plain !== '' && (plain === name.toLowerCase() || plain === ascii?.toLowerCase());
}
