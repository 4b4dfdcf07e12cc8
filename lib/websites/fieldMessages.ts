import type { Problem } from '../services/index.ts';
import { readableFields, type WebsiteFields } from './fields.ts';

/**
 * A warning about a line in a list of exclusions. The line is still sent, because only the service decides which lines
 * it accepts.
 */
export interface Remark {
  /** The number of the line in the text, counted from 1. */
  line: number;
  entry: string;
  /**
   * Why the line looks wrong. In a list of IP addresses: `range` (several addresses), `wildcard` (an address with `*`)
   * or `not-ip` (anything else). In a list of parameters: `value` (it contains `=`, `?`, `&` or `#`) or `spaces`.
   */
  kind: 'range' | 'wildcard' | 'not-ip' | 'value' | 'spaces';
}

const isIpv4 = (text: string) =>
  /^(\d{1,3}\.){3}\d{1,3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255);
const isIpv6 = (text: string) => /^[0-9a-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`);

function isRange(entry: string): boolean {
  const [address = '', bits = '', ...rest] = entry.split('/');
  if (rest.length || !/^\d{1,3}$/.test(bits)) return false;
  return (isIpv4(address) && Number(bits) <= 32) || (isIpv6(address) && Number(bits) <= 128);
}

function ipKind(entry: string): Remark['kind'] | undefined {
  if (isIpv4(entry) || isIpv6(entry)) return undefined;
  if (isRange(entry)) return 'range';
  return /^[\da-f.:*]*\*[\da-f.:*]*$/i.test(entry) ? 'wildcard' : 'not-ip';
}

function paramKind(entry: string): Remark['kind'] | undefined {
  if (/[=?&#]/.test(entry)) return 'value';
  return /\s/.test(entry) ? 'spaces' : undefined;
}

const remarks = (text: string, kindOf: (entry: string) => Remark['kind'] | undefined): Remark[] =>
  text.split(/\r\n|\r|\n/).flatMap((raw, index) => {
    const entry = raw.trim();
    const kind = entry ? kindOf(entry) : undefined;
    return kind ? [{ line: index + 1, entry, kind }] : [];
  });

/** Returns warnings about lines that are not single IP addresses. */
export const ipRemarks = (text: string): Remark[] => remarks(text, ipKind);

/** Returns warnings about lines that do not look like names of URL parameters. */
export const paramRemarks = (text: string): Remark[] => remarks(text, paramKind);

type FormField = keyof WebsiteFields | 'domain';
export type FieldErrors = Partial<Record<FormField, string>>;

const shownFields: readonly FormField[] = ['domain', 'password', ...readableFields];

/** Returns the service's first error message for each field of the form. Leaves out errors about other fields. */
export function fieldErrors(problem: Problem): FieldErrors {
  const named = Object.entries(problem.fields ?? {}).map(([name, texts]) => [name.split('.')[0], texts[0]] as const);
  return Object.fromEntries(named.filter(([name, text]) => text && shownFields.includes(name as FormField)).reverse());
}
