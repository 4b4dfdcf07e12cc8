import type { Problem, Website } from '../services/index.ts';
import type { CachedSite } from '../storage/siteCache.ts';

/** What the popup knows of its site: from the last visit, from the service now, or that the service could not tell. */
export type LookUpState =
  | { state: 'idle' }
  | { state: 'checking' }
  | { state: 'done' }
  /** The service answered, and did not show its whole list: what it did not tell of may be there. */
  | { state: 'unsure' }
  | { state: 'failed'; problem: Problem };

const maxParams = { params: 12, length: 60 };

/** Names of the URL parameters of the open page, to be offered for exclusion. Values are never read. */
export function paramsOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const names = [...new Set(new URL(url).searchParams.keys())];
  return names.filter((name) => name && name.length <= maxParams.length).slice(0, maxParams.params);
}

/** A known site as a record: what was not kept reads as not reported. */
export const fromCached = ({ host, id, privacy, hasPassword }: CachedSite): Website => ({
  id,
  domain: host,
  ...(privacy === undefined ? {} : { privacy }),
  ...(hasPassword === undefined ? {} : { has_password: hasPassword }),
});

/** The record after an accepted change: what the service reported wins over what was sent. */
export function afterUpdate(
  before: Website,
  sent: Partial<Website> & { password?: string },
  answer: Website | undefined,
): Website {
  const { password, ...fields } = sent;
  const reported = Object.fromEntries(Object.entries(answer ?? {}).filter(([, value]) => value !== undefined));
  return { ...before, ...fields, ...(password ? { has_password: true } : {}), ...reported };
}
