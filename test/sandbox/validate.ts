import type { Settings } from './behaviour.ts';
import type { WebsiteRow } from './types.ts';

export type FieldErrors = Record<string, string[]>;
export type Values = Partial<Omit<WebsiteRow, 'id' | 'owner' | 'created_at' | 'updated_at'>>;

const allowed = { privacy: ['0', '1', '2'], email: ['0', '1'], exclude_bots: ['0', '1'] };
const longest = { password: 255, exclude_params: 10_000, exclude_ips: 10_000 };
const ipLine = /^[0-9a-fA-F:.*/]+$/;
const hostName = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i;
// What such services let through: a dot, no colon, nothing beyond ASCII. Nonsense like `my site.com` passes.
const almostADomain = /^(?=.{3,255}$)[\x20-\x39\x3b-\x7e]+\.[\x20-\x39\x3b-\x7e]{2,}$/;

const say = (field: string, text: string) => `The ${field.replaceAll('_', ' ')} ${text}`;

/** What is wrong with a domain, or undefined. `taken` looks through the whole service. */
export function domainError(
  domain: string | undefined,
  settings: Settings,
  taken: boolean,
  count: number,
): string | undefined {
  if (domain === undefined || domain.trim() === '') return say('domain', 'field is required.');
  const shape = settings.domainCheck === 'strict' ? hostName : almostADomain;
  if (!shape.test(domain)) return say('domain', 'is not a valid domain name.');
  if (taken && settings.domains === 'unique') return say('domain', 'has already been taken.');
  if (settings.planLimit > 0 && count >= settings.planLimit)
    return 'You have reached the limit of websites of your plan.';
  return undefined;
}

type Read = { value: number | string | null } | { error: string };

const readNumber = (name: string, text: string, choices: string[], settings: Settings): Read => {
  if (text === '' && settings.emptyValues === 'stored') return { value: null };
  if (choices.includes(text)) return { value: Number(text) };
  return { error: say(name, text === '' ? 'field must be an integer.' : 'is invalid.') };
};

const readText = (name: string, text: string, most: number, settings: Settings): Read => {
  if (text.length > most) return { error: say(name, `field must not be greater than ${most} characters.`) };
  if (text === '')
    return settings.emptyValues === 'rejected' ? { error: say(name, 'field must be a string.') } : { value: null };
  if (name === 'exclude_ips' && !text.split(/\r?\n/).every((line) => ipLine.test(line)))
    return { error: say(name, 'must hold IP addresses only.') };
  return { value: text };
};

const readers: Record<string, (text: string, settings: Settings) => Read> = Object.fromEntries([
  ...Object.entries(allowed).map(([name, choices]) => [
    name,
    (text: string, settings: Settings) => readNumber(name, text, choices, settings),
  ]),
  ...Object.entries(longest).map(([name, most]) => [
    name,
    (text: string, settings: Settings) => readText(name, text, most, settings),
  ]),
]);

/** Reads the optional fields of a create or update: stored values, and what was wrong with the others. */
export function readFields(
  fields: Record<string, string>,
  settings: Settings,
): { values: Values; errors: FieldErrors } {
  const values: Record<string, number | string | null> = {};
  const errors: FieldErrors = {};
  for (const [name, reader] of Object.entries(readers)) {
    const text = fields[name];
    if (text === undefined) continue;
    const read = reader(text, settings);
    if ('error' in read) errors[name] = [read.error];
    else values[name] = read.value;
  }
  return { values, errors };
}
