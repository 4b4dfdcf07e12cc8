import { isRecord } from '../util/isRecord.ts';
import type { TellUnread } from './setting.ts';

type Read<T> = (entry: unknown) => T | undefined;

/** The entries of a stored list that can be read; undefined if the value is no list. */
export function readList<T>(value: unknown, read: Read<T>, tell?: TellUnread): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((entry, index) => {
    const one = read(entry);
    if (one === undefined) tell?.(`[${index}]`, entry);
    return one === undefined ? [] : [one];
  });
}

/** The members of a stored table that can be read; undefined if the value is no table. */
export function readTable<T>(value: unknown, read: Read<T>, tell?: TellUnread): Record<string, T> | undefined {
  if (!isRecord(value)) return undefined;
  const rows = Object.entries(value).flatMap(([name, entry]) => {
    const one = read(entry);
    if (one === undefined && entry !== undefined) tell?.(name, entry);
    return one === undefined ? [] : [[name, one] as const];
  });
  return Object.fromEntries(rows);
}

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether a stored text is an address that can be asked. Looser than what may be typed, which changes with releases. */
export function isWebAddress(value: unknown): value is string {
  if (!isText(value) || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return /^https?:$/.test(protocol) && !hostname.includes('*');
}
