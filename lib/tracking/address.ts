import { isWithin } from '../hosts/hostOf.ts';
import { withoutWww } from '../hosts/variants.ts';

/**
 * How an address on a page relates to the connected service's address. `same`: no difference. `scheme`, `www`,
 * `scheme-www`: only these parts differ. `path`: the same host, but another path. `other`: another host or port.
 */
export type Relation = 'same' | 'scheme' | 'www' | 'scheme-www' | 'path' | 'other';

const hostOfUrl = (url: URL) => url.hostname.replace(/\.$/, '');
const bareHost = (url: URL) => withoutWww(hostOfUrl(url));
/**
 * Matches the domain of a host. This is usually its last two labels. Below endings such as `co.uk`, and below hosting
 * services where anybody can get a name, it is the ending and the label before it.
 */
const domain =
  /[^.]+\.(?:(?:com?|org|net|ac|gov|edu)\.[a-z]{2}|(?:vercel|netlify|up\.railway|zeabur|koyeb)\.app|(?:herokuapp|onrender)\.com|fly\.dev|(?:pikapod|azurewebsites)\.net|[^.]+)$/;
const domainOf = (url: URL) => domain.exec(hostOfUrl(url))?.[0] ?? hostOfUrl(url);
const pathOf = (url: URL) => url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');

/** Parses a text as a URL. Returns undefined if it is not an http(s) address. */
export const parseUrl = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:/.test(url.protocol) ? url : undefined;
};

/** The maximum length of an address, and of each part of a base URL (characters). Anything beyond it is cut off. */
export const maxAddress = 2_000;

/**
 * Returns a page's base URL, shortened if it is too long. Keeps parts of the directory and of the file name, because
 * every relative address on the page is resolved with this URL.
 */
export function shortBase(base: string): string {
  const url = base.length > maxAddress ? parseUrl(base) : undefined;
  if (!url) return base.slice(0, maxAddress);
  const { origin, pathname, search } = url;
  const [, directory = '', file = ''] = /^(.*\/)(.*)$/.exec(pathname) ?? [];
  const cut = directory.length < maxAddress ? directory : `${directory.slice(0, maxAddress)}/`;
  return origin + cut + file.slice(0, maxAddress) + search.slice(0, maxAddress);
}

/** Whether an address is on this computer. Browsers load such addresses even by http into an https page. */
export const isLoopback = (url: URL) => /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);

/** Returns the host of an address, or '' if the text is not an http(s) address. */
export const hostInUrl = (text: string): string => {
  const url = parseUrl(text);
  return url ? hostOfUrl(url) : '';
};

/** Returns only the scheme, host, port and path of an address, for display. */
export const shownUrl = (url: URL): string =>
  `${url.protocol}//${hostOfUrl(url)}${url.port && `:${url.port}`}${pathOf(url)}`;

/** Whether two addresses have the same port. The default ports of http and https count as the same. */
const samePort = (one: URL, two: URL) => one.port === two.port;

/**
 * Compares an address on a page (`url`) with the connected service's address (`serviceUrl`). Ignores trailing slashes.
 */
export function relationOf(url: URL, serviceUrl: URL): Relation {
  if (bareHost(url) !== bareHost(serviceUrl) || !samePort(url, serviceUrl)) return 'other';
  if (pathOf(url) !== pathOf(serviceUrl)) return 'path';
  const scheme = url.protocol !== serviceUrl.protocol;
  const www = hostOfUrl(url) !== hostOfUrl(serviceUrl);
  if (scheme) return www ? 'scheme-www' : 'scheme';
  return www ? 'www' : 'same';
}

/** Returns the path of a script below the service's address, with a leading slash. Undefined for any other script. */
export function below(url: URL, serviceUrl: URL): string | undefined {
  if (url.protocol !== serviceUrl.protocol || hostOfUrl(url) !== hostOfUrl(serviceUrl) || !samePort(url, serviceUrl))
    return undefined;
  const under = `${pathOf(serviceUrl)}/`;
  return url.pathname.startsWith(under) ? url.pathname.slice(under.length - 1) : undefined;
}

/**
 * Whether an address belongs to the page's site. Apart from `www.`, its host must be the page's host, or a domain below
 * or above it.
 */
export function isOfSite(url: URL, page: URL): boolean {
  const [one, two] = [bareHost(url), bareHost(page)];
  return isWithin(one, two) || (isWithin(two, one) && one.includes('.'));
}

/** Whether two addresses have the same domain, as `eu.example.com` and `www.example.com` do. */
export const isSameDomain = (one: URL, two: URL): boolean => domainOf(one) === domainOf(two);

/**
 * Whether a page is on the service's host or a subdomain of it. On such a page, a script from the service's host may be
 * any script of the service, not only the tracking script.
 */
export const isAtHome = (page: URL | undefined, serviceUrl: URL): boolean =>
  page !== undefined && isWithin(bareHost(page), bareHost(serviceUrl));

/**
 * Returns the text by which a page's code names the service. This is usually the service's host. On the service's own
 * pages, the host proves nothing, so the text is the service's address without the scheme.
 */
export const nameAt = (page: URL | undefined, serviceUrl: URL): string =>
  isAtHome(page, serviceUrl) ? shownUrl(serviceUrl).replace(/^https?:\/\//, '') : serviceUrl.host;
