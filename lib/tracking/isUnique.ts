/** Whether an id is so long (16 characters or more) that no two sites can have it by chance. */
export const isUnique = (id: string): boolean => id.length >= 16;
