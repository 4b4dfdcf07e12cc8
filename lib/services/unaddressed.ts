import { hostOf } from '../hosts/hostOf.ts';

/** What a record without a domain goes by: its name, in a form that is not taken for a host. */
export const unaddressed = (name: string | undefined, id: string): string =>
  name && !hostOf(name) ? name : `${name ?? ''}#${id.slice(0, 8)}`;
