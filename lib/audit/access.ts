import { withoutWww, wwwVariant } from '../hosts/parse.ts';

/** Where a site's home page is asked for: over https alone, which is all that Waymark may ask access to. */
export const homePage = (host: string): string => `https://${host}/`;

/** A subdomain has no `www.` of its own: `shop.example.com`, but not `example.co.uk`. */
const hasVariant = (host: string): boolean => {
  const labels = withoutWww(host).split('.');
  return labels.length === 2 || (labels.length === 3 && (labels[1] ?? '').length <= 3 && labels[2]?.length === 2);
};

/** The site's `www.` variant, to which it may redirect; undefined where there is hardly one. */
export const variantOf = (host: string): string | undefined => (hasVariant(host) ? wwwVariant(host) : undefined);

/** The home pages of these sites and their `www.` variants: what looking at them takes access to. */
export const homePagesOf = (hosts: Iterable<string>): string[] => [
  ...new Set([...hosts].flatMap((host) => [host, variantOf(host) ?? host]).map(homePage)),
];
