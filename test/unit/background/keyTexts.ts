/** In place of the texts: each is its key and its values. */
export const t = (key: string, values: Record<string, string> = {}) => [key, ...Object.values(values)].join(' ');
