import { siteOfText } from './parse.ts';

/**
 * A record's domain as the exact host it stands for: lower case, punycode; undefined where it is none. A domain with a
 * path, a query, a port or a user is another record than the host's own.
 */
export function hostOf(domain: string): string | undefined {
  const bare = domain
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  const site = /[/\\?#@]|:\d*$/.test(bare) ? undefined : siteOfText(bare);
  return site && 'host' in site ? site.host : undefined;
}

/** Whether two domains name one website: what is no host is only itself. */
export const isSameSite = (one: string, other: string): boolean =>
  one === other || (hostOf(one) ?? one) === (hostOf(other) ?? other);
