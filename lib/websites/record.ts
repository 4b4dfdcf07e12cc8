import type { Problem, Website } from '../services/index.ts';
import type { KnownSite } from '../storage/siteCache.ts';

/** What the popup knows of its site: from the last visit, from the service now, or that the service could not tell. */
export type Check =
  | { state: 'idle' }
  | { state: 'checking' }
  | { state: 'done' }
  | { state: 'failed'; problem: Problem };

const most = { params: 12, length: 60 };

/** Names of the URL parameters of the open page, to be offered for exclusion. Values are never read. */
export function paramsOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const names = [...new Set(new URL(url).searchParams.keys())];
  return names.filter((name) => name && name.length <= most.length).slice(0, most.params);
}

/** A known site as a record: what was not kept reads as not reported. */
export const fromKnown = ({ host, id, privacy, hasPassword }: KnownSite): Website => ({
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
