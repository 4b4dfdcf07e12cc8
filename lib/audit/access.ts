import { withoutWww, wwwVariant } from '../hosts/variants.ts';

/**
 * Returns the address of a site's home page. It is always https, because Waymark may ask for access to nothing else.
 */
export const homePage = (host: string): string => `https://${host}/`;

/** Whether a host can have a `www.` variant: `example.com` and `example.co.uk` can, `shop.example.com` hardly can. */
const hasVariant = (host: string): boolean => {
  const labels = withoutWww(host).split('.');
  return labels.length === 2 || (labels.length === 3 && (labels[1] ?? '').length <= 3 && labels[2]?.length === 2);
};

/**
 * Returns the site's other host, with or without `www.`, to which it may redirect, or undefined if there is probably
 * none.
 */
export const variantOf = (host: string): string | undefined => (hasVariant(host) ? wwwVariant(host) : undefined);

/**
 * Returns the addresses to which an audit of these sites needs access: the home pages of the sites and of their
 * variants.
 */
export const homePagesOf = (hosts: Iterable<string>): string[] => [
  ...new Set([...hosts].flatMap((host) => [host, variantOf(host) ?? host]).map(homePage)),
];
