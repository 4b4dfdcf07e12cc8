/** What pages may know about a connected service's key. The key itself never leaves the worker. */
export interface ServiceStatus {
  url?: string;
  key: 'none' | 'stored' | 'session' | 'other-origin';
  lastFour?: string;
  /** Set if it is the same key as that of the first service. */
  isCopy?: true;
}

/** Whether a key is stored for a service's present address. */
export const hasKey = ({ key }: ServiceStatus): boolean => key === 'stored' || key === 'session';

/**
 * What pages may know about a request header that a connection's owner has added. Nothing of a short value is shown.
 */
export interface HeaderStatus {
  name: string;
  /** The host of the only origin to which the header is sent. */
  host: string;
  lastFour?: string;
}

export interface ConnectionStatus {
  analytics: ServiceStatus;
  seo: ServiceStatus;
  /** The request headers that the connection's owner has added. Missing if there are none. */
  headers?: HeaderStatus[];
}
