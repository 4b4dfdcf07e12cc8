/** The facts about a connected service's key that pages may know. The key itself never leaves the worker. */
export interface ServiceStatus {
  url?: string;
  key: 'none' | 'stored' | 'session' | 'other-origin';
  lastFour?: string;
  /** Set if the key is the same as that of the first service. */
  isCopy?: true;
}

/** Whether a key is stored for a service's present address. */
export const hasKey = ({ key }: ServiceStatus): boolean => key === 'stored' || key === 'session';

/**
 * A header that a person has added to a connection, as far as pages may know it. `lastFour` is missing for
 * `Authorization` and for short values.
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
  /** The request headers that a person has added to the connection. Missing if there are none. */
  headers?: HeaderStatus[];
}
