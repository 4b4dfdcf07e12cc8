/** Whether an id is long enough (16 characters) that no two sites have the same. */
export const isUnique = (id: string): boolean => id.length >= 16;
