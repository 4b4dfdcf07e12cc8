// Renamed, because in this folder "record" means a website or a project.
export { isRecord as isObject } from '../util/isRecord.ts';

/** A JSON object from a service. Read its properties only with `own`, because the service chooses their names. */
export type JsonObject = Record<string, unknown>;

/**
 * Returns an object's own property, or undefined. Never returns an inherited one such as `constructor` or `__proto__`.
 */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

// Control characters, lone surrogates, and invisible characters that reorder, hide or separate text.
const invisible = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/**
 * Converts a string or number to a text that is safe to show: without invisible characters, and at most `maxLength`
 * characters long. Undefined for other values, or if no text is left.
 */
export function toText(value: unknown, maxLength = 1000): string | undefined {
  if (typeof value !== 'string' && !Number.isFinite(value)) return undefined;
  const seen = String(value)
    .slice(0, 2 * maxLength)
    .replace(/[\r\n\t]+/g, ' ')
    .replace(invisible, '')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
  return seen || undefined;
}

/** Converts a number or a string ("87", "-1.5") to a number. Returns undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
  const seen = toText(value, 40);
  return seen && /^-?\d+(\.\d+)?$/.test(seen) ? Number(seen) : undefined;
}

/** Converts a number or a string to a count (a whole number, 0 or more). Returns undefined for anything else. */
export function toCount(value: unknown): number | undefined {
  const seen = toNumber(value);
  return seen !== undefined && seen >= 0 && Number.isSafeInteger(seen) ? seen : undefined;
}

const flagWords: Readonly<Record<string, 0 | 1>> = { 0: 0, 1: 1, false: 0, true: 1 };

/** Converts 0, 1, "0", "1", true, false, "true" or "false" to 0 or 1. Returns undefined for anything else. */
export function toFlag(value: unknown): 0 | 1 | undefined {
  const seen = typeof value === 'boolean' ? String(value) : toText(value, 10);
  return seen !== undefined && Object.hasOwn(flagWords, seen) ? flagWords[seen] : undefined;
}

/**
 * Converts an array, or a text with one entry per line, to a list of texts. Undefined if there are more than 1,000
 * entries or any cannot be read, because saving only part of a list would delete the rest.
 */
export function toStringList(value: unknown): string[] | undefined {
  const parts = typeof value === 'string' ? value.split(/\r\n|\r|\n/) : value;
  if (!Array.isArray(parts) || parts.length > 1000) return undefined;
  const filled = parts.filter((part) => typeof part !== 'string' || part.trim() !== '');
  const seen = filled.map((part) => (typeof part === 'string' && part.length > 1000 ? undefined : toText(part)));
  return seen.every((line) => line !== undefined) ? seen : undefined;
}

/**
 * Returns a website's domain as a text, or undefined if it cannot be read. Older services report an address instead. If
 * it has only a scheme and a host, returns the host, otherwise the whole address.
 */
export function hostPart(value: unknown): string | undefined {
  const seen = toText(value, 300);
  if (!seen || !/^[a-z][a-z\d+.-]*:\/\//i.test(seen)) return seen;
  if (!URL.canParse(seen)) return undefined;
  const { host, pathname, username, search, hash } = new URL(seen);
  return pathname.length > 1 || username || search || hash ? seen : host || undefined;
}

const escapedAs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'", '#39': "'" };

/** Matches the HTML entities that PHP writes when it escapes a text. */
export const entity = /&(amp|lt|gt|quot|#0?39);/g;

/** Decodes the HTML entities in a text, which may be only partly escaped. */
export const decoded = (text: string): string => text.replace(entity, (_, name: string) => escapedAs[name] ?? '');
