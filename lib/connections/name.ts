import type { ConnectionAddress } from '../storage/settings.ts';

/** Returns a URL without its scheme and without a trailing slash. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\/|\/$/g, '');

/** Returns the host of a connection's analytics service, with its port. */
export const hostOfConnection = ({ analyticsUrl }: Pick<ConnectionAddress, 'analyticsUrl'>): string =>
  URL.canParse(analyticsUrl) ? new URL(analyticsUrl).host : analyticsUrl;

/** Returns the name that the person gave a connection or, without one, the host of its analytics service. */
export const nameOf = (one: Pick<ConnectionAddress, 'name' | 'analyticsUrl'>): string =>
  one.name?.trim() || hostOfConnection(one);
