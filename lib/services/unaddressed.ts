import { hostOf } from '../hosts/hostOf.ts';

/** Identifies a record without a domain: by its name, in a form that cannot be mistaken for a host. */
export const unaddressed = (name: string | undefined, id: string): string =>
  name && !hostOf(name) ? name : `${name ?? ''}#${id.slice(0, 8)}`;
