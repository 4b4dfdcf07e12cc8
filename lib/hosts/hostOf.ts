import { siteOfText } from './parse.ts';

/** A record's domain as the exact host it stands for: lower case, punycode; undefined where it is none. */
export function hostOf(domain: string): string | undefined {
  const site = siteOfText(domain);
  return 'host' in site ? site.host : undefined;
}
