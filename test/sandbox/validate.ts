import type { Settings } from './behaviour.ts';
import type { WebsiteRow } from './types.ts';

export type FieldErrors = Record<string, string[]>;
export type Values = Partial<Omit<WebsiteRow, 'id' | 'created_at' | 'updated_at'>>;

const choices: Record<string, string[]> = { privacy: ['0', '1', '2'], email: ['0', '1'], exclude_bots: ['0', '1'] };
const texts = ['password', 'exclude_params', 'exclude_ips'];
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
  allowed.includes(text) ? { value: Number(text) } : { error: say(name, 'is invalid.') };

const readText = (name: string, text: string): Read => {
  if (name === 'exclude_ips' && text && !text.split(/\r?\n/).every((line) => ipLine.test(line)))
    return { error: say(name, 'must hold IP addresses only.') };
  return { value: text || null };
};

function readField(name: string, text: string): Read | undefined {
  const allowed = choices[name];
  if (allowed) return readNumber(name, text, allowed);
  return texts.includes(name) ? readText(name, text) : undefined;
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
