/**
 * Whether a person has typed the name of the record to delete, as a confirmation. Accepts its Unicode and its ASCII
 * form.
 */
export function confirms(typed: string, { name, ascii }: { name: string; ascii?: string | undefined }): boolean {
  const plain = typed.trim().toLowerCase();
  return plain !== '' && (plain === name.toLowerCase() || plain === ascii?.toLowerCase());
}
