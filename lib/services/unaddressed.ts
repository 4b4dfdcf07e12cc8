import { hostOf } from '../hosts/hostOf.ts';

/**
 * Returns the text to show as the domain of a record that has none: the record's name. If there is no name, or it could
 * be mistaken for a host, adds `#` and the beginning of the id.
 */
export const unaddressed = (name: string | undefined, id: string): string =>
  name && !hostOf(name) ? name : `${name ?? ''}#${id.slice(0, 8)}`;
