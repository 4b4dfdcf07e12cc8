import { siteOfText } from './parse.ts';

/**
 * The exact host that a record's domain stands for: lower case, punycode; undefined if it is not a host. A domain with a
 * path, query, port or user does not stand for its host.
 */
export function hostOf(domain: string): string | undefined {
  const bare = domain
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  const site = /[/\\?#@]|:\d*$/.test(bare) ? undefined : siteOfText(bare);
  return site && 'host' in site ? site.host : undefined;
}

/** Whether two domains name the same website; domains that are not hosts must be equal. */
export const isSameSite = (one: string, other: string): boolean =>
  one === other || (hostOf(one) ?? one) === (hostOf(other) ?? other);
