import type { ListName } from '../records/types.ts';
import type { ConnectionAddress } from '../storage/settings.ts';

/**
 * The services that a connection can have, in the order of display. `url`, `account`: the names of the connection's
 * fields with the service's address and account. `list`: the name of the service's list. `hasKinds`: whether this
 * service has several kinds.
 */
export const services = {
  analytics: { url: 'analyticsUrl', account: 'account', list: 'websites', hasKinds: true },
  seo: { url: 'seoUrl', account: 'seoAccount', list: 'projects', hasKinds: false },
} as const;

type Service = keyof typeof services;
export const serviceNames = Object.keys(services) as Service[];

/** One of a connection's services: its name, address, account and list, and its kind if this service has several. */
export type ConnectedService = NonNullable<ReturnType<typeof serviceAt>>;

/** Returns a service of a connection, or undefined if the connection does not have it. */
export function serviceAt(connection: ConnectionAddress | undefined, service: Service) {
  const { list, hasKinds, ...fields } = services[service];
  const [url, account] = [connection?.[fields.url], connection?.[fields.account]];
  if (!url || !account) return undefined;
  return { service, url, account, list, kind: hasKinds ? connection?.kind : undefined };
}

export const servicesOf = (connection: ConnectionAddress | undefined): ConnectedService[] =>
  serviceNames.flatMap((service) => serviceAt(connection, service) ?? []);

export const accountsOf = (connection: ConnectionAddress | undefined) =>
  servicesOf(connection).map(({ account }) => account);

/** Returns the name of the service that has this list: `websites` or `projects`. */
export const keeperOf = (list: ListName) => serviceNames.find((service) => services[service].list === list) as Service;

/** Returns the connection's service that has this list, or undefined if the connection lacks that service. */
export const serviceWith = (list: ListName, connection: ConnectionAddress | undefined) =>
  serviceAt(connection, keeperOf(list));

/** Returns the addresses of a connection's services. Also works for a connection that is not stored yet. */
export const addressesOf = (connection: { analyticsUrl: string; seoUrl?: string }): string[] =>
  serviceNames.flatMap((service) => connection[services[service].url] || []);
