import { hostOf } from '../hosts/hostOf.ts';

/**
 * Returns the text to show as the domain of a record without a domain: the record's name. If the name is missing or
 * looks like a host, adds `#` and the beginning of the id.
 */
export const unaddressed = (name: string | undefined, id: string): string =>
  name && !hostOf(name) ? name : `${name ?? ''}#${id.slice(0, 8)}`;
