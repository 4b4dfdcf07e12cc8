import { hostOf, hostOfAddress } from '../../hosts/hostOf.ts';
import { decoded, entity, hostPart, isObject, own, toCount, toText } from '../coerce.ts';
import type { Website } from '../types.ts';
import { unaddressed } from '../unaddressed.ts';

/** The maximum length of a list that comes as one text (characters), about as long as the longest list in an input. */
export const maxList = 1_000_000;

/**
 * Whether a text contains `&`, `<`, `>` or quotes outside entities. If so, it was not escaped, and any `&amp;` in it
 * was typed by a person.
 */
const isUnescaped = (text: string) => /[&<>"']/.test(text.replace(entity, ''));

/** Returns a text of a record. Decodes it if it is escaped, because versions before 5.3 escape texts as HTML. */
export const plainText = (value: unknown, maxLength: number): string | undefined =>
  toText(typeof value === 'string' && !isUnescaped(value) ? decoded(value) : value, maxLength);

/** Returns a list that comes as one text with commas; undefined if it is not reported. */
export const listed = (value: unknown): string[] | undefined =>
  typeof value === 'string'
    ? (plainText(value, maxList) ?? '')
        .split(',')
        .map((part) => toText(part) ?? '')
        .filter(Boolean)
    : undefined;

/**
 * Returns the hosts of all addresses of a website, including addresses with a path or a port. Undefined if any address
 * is unknown, because it may have any host.
 */
function hostsIn(main: unknown, others: unknown): string[] | undefined {
  const all = Array.isArray(others) ? [main ?? '', ...others] : [undefined];
  if (!all.every((one) => typeof one === 'string')) return undefined;
  const texts = all.map((one) => plainText(one, 300) ?? '');
  return [...new Set(texts.flatMap((one) => hostOfAddress(one) ?? hostOf(one) ?? []))];
}

/**
 * Converts a raw record to a website. Undefined if it has no id. `addresses`: the website's addresses, if they were
 * requested separately. If any address is unknown, the result has no `hosts`.
 */
export function websiteIn(raw: unknown, addresses?: unknown): Website | undefined {
  if (!isObject(raw)) return undefined;
  const number = toCount(own(raw, 'idsite'));
  if (!number) return undefined;
  const id = String(number);
  const main = own(raw, 'main_url');
  const hosts = hostsIn(main, addresses ?? own(raw, 'alias_urls'));
  const name = plainText(own(raw, 'name'), 300) ?? '';
  const domain = hostPart(plainText(main, 300)) ?? unaddressed(name, id);
  const created = toText(own(raw, 'ts_created'));
  const [ips, parameters] = [listed(own(raw, 'excluded_ips')), listed(own(raw, 'excluded_parameters'))];
  return {
    id,
    domain,
    ...(name && name.toLowerCase() !== domain.toLowerCase() ? { name } : {}),
    ...(hosts ? { hosts } : {}),
    ...(parameters ? { exclude_params: parameters } : {}),
    ...(ips ? { exclude_ips: ips } : {}),
    // The time is in UTC, although its text does not say so.
    ...(created
      ? { created_at: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(created) ? `${created.replace(' ', 'T')}Z` : created }
      : {}),
  };
}
