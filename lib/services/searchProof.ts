import { hostsOf } from '../hosts/hostOf.ts';
import type { Website } from './types.ts';

const namesOf = (one: Website) => [one.domain.toLowerCase(), one.name?.toLowerCase() ?? '', ...hostsOf(one)];
/** Whether every record's name holds the term that was searched for; else the search is ignored, or looks elsewhere. */
export const isAnswered = (items: readonly Website[], term: string) =>
  items.every((one) => namesOf(one).some((name) => name.includes(term)));
/** Whether a record shows the term within its name: the search finds more than the beginnings of names. */
export const isWithinNames = (items: readonly Website[], term: string) =>
  items.some((one) => namesOf(one).some((name) => name.indexOf(term) > 0));
