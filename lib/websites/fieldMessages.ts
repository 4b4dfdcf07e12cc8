import type { Problem } from '../services/index.ts';
import { readableFields, type WebsiteFields } from './fields.ts';

/** A line of an exclusion list that deserves a remark. The service decides; nothing is refused here. */
export interface Remark {
  /** Counted from 1. */
  line: number;
  entry: string;
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

/** What to say of lines meant as IP addresses: ranges and wildcards are let through, like anything else. */
export const ipRemarks = (text: string): Remark[] => remarks(text, ipKind);

/** What to say of lines meant as names of URL parameters. */
export const paramRemarks = (text: string): Remark[] => remarks(text, paramKind);

export type FormField = keyof WebsiteFields | 'domain';
export type FieldErrors = Partial<Record<FormField, string>>;

const shownError: readonly FormField[] = ['domain', 'password', ...readableFields];

/** What a refusal says of which field of the form, the first text of each; what names none of them is not in it. */
export function fieldErrors(problem: Problem): FieldErrors {
  const named = Object.entries(problem.fields ?? {}).map(([name, texts]) => [name.split('.')[0], texts[0]] as const);
  return Object.fromEntries(named.filter(([name, text]) => text && shownError.includes(name as FormField)).reverse());
}
