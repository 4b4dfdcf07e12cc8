import { hostOf } from '../../hosts/hostOf.ts';
import { hostPart, isObject, own, toCount, toText } from '../coerce.ts';
import type { Website } from '../types.ts';
import { unaddressed } from '../unaddressed.ts';

const escapedAs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'", '#39': "'" };

/** Decodes a text: names, lists and messages come with HTML entities. */
export const plainText = (value: unknown, maxLength = 1000): string | undefined =>
  toText(
    typeof value === 'string'
      ? value.replace(/&(amp|lt|gt|quot|#0?39);/g, (_, name: string) => escapedAs[name] ?? '')
      : value,
    maxLength,
  );

/** A list, which comes as one text with commas. Undefined if it is not reported. */
export const listed = (value: unknown): string[] | undefined =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((part) => plainText(part) ?? '')
        .filter(Boolean)
    : undefined;

/** The hosts of all its addresses; undefined if one cannot be read, because that may be any host. */
function hostsIn(main: unknown, others: unknown): string[] | undefined {
  const all = Array.isArray(others) ? [main ?? '', ...others] : [undefined];
  if (!all.every((one) => typeof one === 'string')) return undefined;
  return [...new Set(all.flatMap((one) => hostOf(plainText(one, 300) ?? '') ?? []))];
}

/** Reads a record; undefined if it has no id. Without `hosts`, not all its addresses are known. */
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
    ...(name && name !== domain ? { name } : {}),
    ...(hosts ? { hosts } : {}),
    ...(parameters ? { exclude_params: parameters } : {}),
    ...(ips ? { exclude_ips: ips } : {}),
    // In UTC, although it does not say so.
    ...(created
      ? { created_at: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(created) ? `${created.replace(' ', 'T')}Z` : created }
      : {}),
  };
}
