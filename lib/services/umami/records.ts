import { hostPart, isObject, own, toText } from '../coerce.ts';
import type { Website } from '../types.ts';
import { unaddressed } from '../unaddressed.ts';

export const isUuid = (id: unknown): id is string =>
  typeof id === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);

/**
 * Converts a raw record to a website. Undefined if its id or domain cannot be read. `pages`: the address of the
 * server's pages.
 */
export function websiteIn(raw: unknown, pages: string): Website | undefined {
  if (!isObject(raw)) return undefined;
  const [id, kept] = [own(raw, 'id'), own(raw, 'domain')];
  // Null is allowed, because many websites have no domain. Any other value is unreadable and may stand for any domain.
  if (!isUuid(id) || (kept !== null && typeof kept !== 'string')) return undefined;
  const share = own(raw, 'shareId');
  const name = toText(own(raw, 'name'), 300);
  const domain = hostPart(kept) ?? unaddressed(name, id);
  const shared = toText(share, 200);
  const created = toText(own(raw, 'createdAt'));
  const team = own(raw, 'teamId');
  return {
    id,
    domain,
    ...(name && name.toLowerCase() !== domain.toLowerCase() ? { name } : {}),
    // `updatedAt` is left out, because it does not change if only the sharing changes.
    ...(shared ? { privacy: 0, share_url: `${pages}/share/${encodeURIComponent(shared)}` } : {}),
    ...(share === null ? { privacy: 1, share_url: null } : {}),
    ...(created ? { created_at: created } : {}),
    ...(team === null || isUuid(team) ? { team } : {}),
  };
}
