import { hostOf } from '../hosts/hostOf.ts';
import { toUnicode } from '../hosts/punycode.ts';
import type { Website } from '../services/index.ts';

/** A domain or project name, ready to be shown. */
interface ShownName {
  /** The name in Unicode. */
  name: string;
  /** The name as a host in ASCII, if that differs from `name`. */
  ascii?: string;
  /** The name as a host, if it is one. */
  host?: string;
}

/** A record with its name, ready to be shown. */
export interface Row<T> extends ShownName {
  record: T;
  /** The record's id, or its domain if the record has no id. */
  key: string;
}

const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns the name to show for a domain or project that the service reports. */
export function shownName(given: string): ShownName {
  const host = hostOf(given);
  // Direction marks are removed, because they can make one name look like another.
  const plain = given.replace(directionMarks, '');
  const name = host?.includes('xn--') ? toUnicode(host) : plain;
  const ascii = host ?? plain;
  return { name, ...(ascii === name ? {} : { ascii }), ...(host ? { host } : {}) };
}

export const websiteRow = (record: Website): Row<Website> => ({
  record,
  key: record.id || record.domain,
  ...shownName(record.domain),
});
