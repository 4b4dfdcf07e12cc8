import { hostOf } from '../hosts/hostOf.ts';
import { toUnicode } from '../hosts/punycode.ts';
import type { Project, Website } from '../services/index.ts';

/** A record with its displayed name. */
export interface Row<T> {
  record: T;
  /** Unique on the page, also for records without an id. */
  key: string;
  /** The Unicode form of the domain or project name. */
  name: string;
  /** The registered (ASCII) form, if it differs from `name`. */
  ascii?: string;
  /** The exact host, if the name is a host. */
  host?: string;
}

const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function named(given: string): Pick<Row<unknown>, 'name' | 'ascii' | 'host'> {
  const host = hostOf(given);
  // Direction marks can make one name look like another.
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
