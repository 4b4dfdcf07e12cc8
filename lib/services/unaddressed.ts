import { hostOf } from '../hosts/hostOf.ts';

/**
 * Returns the text that stands for the domain of a record without one: the record's name. If there is no name, or it
 * could be mistaken for a host, adds `#` and the beginning of the id.
 */
export const unaddressed = (name: string | undefined, id: string): string =>
  name && !hostOf(name) ? name : `${name ?? ''}#${id.slice(0, 8)}`;
