import { withoutWww, wwwVariant } from '../hosts/variants.ts';

/**
 * Returns the address of a site's home page. The scheme is always https, because Waymark may ask for access only to
 * https addresses.
 */
export const homePage = (host: string): string => `https://${host}/`;

/**
 * Whether a host is likely to have a `www.` variant: `example.com` and `example.co.uk` are, `shop.example.com` is not.
 */
const hasVariant = (host: string): boolean => {
  const labels = withoutWww(host).split('.');
  return labels.length === 2 || (labels.length === 3 && (labels[1] ?? '').length <= 3 && labels[2]?.length === 2);
};

/**
 * Returns the host's variant with or without `www.`, to which the site may redirect. Undefined if it probably has none.
 */
export const variantOf = (host: string): string | undefined => (hasVariant(host) ? wwwVariant(host) : undefined);

/**
 * Returns the addresses that an audit of these sites needs to access: the home pages of the sites and of their `www.`
 * variants.
 */
export const homePagesOf = (hosts: Iterable<string>): string[] => [
  ...new Set([...hosts].flatMap((host) => [host, variantOf(host) ?? host]).map(homePage)),
];
