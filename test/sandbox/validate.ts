import type { Settings } from './behaviour.ts';
import type { WebsiteRow } from './types.ts';

export type FieldErrors = Record<string, string[]>;
export type Values = Partial<Omit<WebsiteRow, 'id' | 'created_at' | 'updated_at'>>;

const choices = { privacy: ['0', '1', '2'], email: ['0', '1'], exclude_bots: ['0', '1'] };
const longest = { password: 255, exclude_params: 10_000, exclude_ips: 10_000 };
const ipLine = /^[0-9a-fA-F:.*/]+$/;
// Such services accept a domain if it has a dot, no colon and only ASCII, even nonsense like `my site.com`.
const almostADomain = /^(?=.{3,255}$)[\x20-\x39\x3b-\x7e]+\.[\x20-\x39\x3b-\x7e]{2,}$/;

const say = (field: string, text: string) => `The ${field.replaceAll('_', ' ')} ${text}`;

/** Returns what is wrong with a domain, or undefined. `taken`: whether the service has it. */
export function domainError(domain: string | undefined, settings: Settings, taken: boolean): string | undefined {
  if (domain === undefined || domain.trim() === '') return say('domain', 'field is required.');
  if (!almostADomain.test(domain)) return say('domain', 'is not a valid domain name.');
  if (taken && settings.domains === 'unique') return say('domain', 'has already been taken.');
  return undefined;
}

type Read = { value: number | string | null } | { error: string };

// An empty value is invalid for a number, and clears a text.
const readNumber = (name: string, text: string, allowed: string[]): Read =>
  allowed.includes(text)
    ? { value: Number(text) }
    : { error: say(name, text === '' ? 'field must be an integer.' : 'is invalid.') };

const readText = (name: string, text: string, most: number): Read => {
  if (text.length > most) return { error: say(name, `field must not be greater than ${most} characters.`) };
  if (name === 'exclude_ips' && text && !text.split(/\r?\n/).every((line) => ipLine.test(line)))
    return { error: say(name, 'must hold IP addresses only.') };
  return { value: text || null };
};

const has = <T extends object>(table: T, name: PropertyKey): name is keyof T => Object.hasOwn(table, name);

function readField(name: string, text: string): Read | undefined {
  if (has(choices, name)) return readNumber(name, text, choices[name]);
  return has(longest, name) ? readText(name, text, longest[name]) : undefined;
}

/** Reads the optional fields of a create or update. Returns the valid values, and the errors of the others. */
export function readFields(fields: Record<string, string>): { values: Values; errors: FieldErrors } {
  const values: Record<string, number | string | null> = {};
  const errors: FieldErrors = {};
  for (const [name, text] of Object.entries(fields)) {
    const read = readField(name, text);
    if (!read) continue;
    if ('error' in read) errors[name] = [read.error];
    else values[name] = read.value;
  }
  return { values, errors };
}
