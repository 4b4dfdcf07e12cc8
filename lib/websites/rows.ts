import { hostOf } from '../hosts/hostOf.ts';
import { toUnicode } from '../hosts/punycode.ts';
import type { Project, Website } from '../services/index.ts';

/** A record together with its name as it is shown. */
export interface Row<T> {
  record: T;
  /** A key that is unique on the page, also for records without an id. */
  key: string;
  /** The domain or project name in Unicode. */
  name: string;
  /** The name in ASCII, as it is registered, if that differs from `name`. */
  ascii?: string;
  /** The name as a host, if it is one. */
  host?: string;
}

const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function named(given: string): Pick<Row<unknown>, 'name' | 'ascii' | 'host'> {
  const host = hostOf(given);
  // Direction marks are removed, because they can make one name look like another.
  const plain = given.replace(directionMarks, '');
  const name = host?.includes('xn--') ? toUnicode(host) : plain;
  const ascii = host ?? plain;
  return { name, ...(ascii === name ? {} : { ascii }), ...(host ? { host } : {}) };
}

function rowsOf<T>(items: readonly T[], id: (item: T) => string, name: (item: T) => string): Row<T>[] {
  const seen = new Map<string, number>();
  return items.map((record) => {
    const base = id(record) || name(record);
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    return { record, key: count ? `${base} ${count}` : base, ...named(name(record)) };
  });
}

export const websiteRows = (items: readonly Website[]): Row<Website>[] =>
  rowsOf(
    items,
    ({ id }) => id,
    ({ domain }) => domain,
  );

export const projectRows = (items: readonly Project[]): Row<Project>[] =>
  rowsOf(
    items,
    ({ project }) => project,
    ({ project }) => project,
  );
