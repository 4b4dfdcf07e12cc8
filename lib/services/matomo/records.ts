import { hostOf, hostOfAddress } from '../../hosts/hostOf.ts';
import { decoded, entity, hostPart, isObject, own, toCount, toText } from '../coerce.ts';
import type { Website } from '../types.ts';
import { unaddressed } from '../unaddressed.ts';

/**
 * The greatest length of a list that comes as one text (characters). The longest list that an input may contain has
 * about this length.
 */
export const maxList = 1_000_000;

/**
 * Whether a text contains `&`, `<`, `>` or quotes outside of entities. Such a text was not escaped. So if it contains
 * `&amp;`, a person has typed that.
 */
const isUnescaped = (text: string) => /[&<>"']/.test(text.replace(entity, ''));

/** Returns a text of a record, decoded if it is escaped. Versions before 5.3 escape texts as HTML. */
export const plainText = (value: unknown, maxLength: number): string | undefined =>
  toText(typeof value === 'string' && !isUnescaped(value) ? decoded(value) : value, maxLength);

/** Returns a list that comes as one text with commas, or undefined if it is not reported. */
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
 * Returns a website from a raw record, or undefined if it has no id. `addresses`: the website's addresses, if they were
 * requested separately. If an address is unknown, the result has no `hosts`.
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
    // The time is in UTC, although it does not say so.
    ...(created
      ? { created_at: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(created) ? `${created.replace(' ', 'T')}Z` : created }
      : {}),
  };
}
