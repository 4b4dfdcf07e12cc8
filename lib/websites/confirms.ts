/** Pages show several spaces as one, so nobody could type a name that contains several. */
const asShown = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Whether the text that a person typed to confirm a deletion is the record's name, in Unicode or ASCII. */
export const confirms = (
  typed: string,
  { name, ascii = name }: { name: string; ascii?: string | undefined },
): boolean => typed.trim() !== '' && [name, ascii].map(asShown).includes(asShown(typed));
