/**
 * What pages may know about the key of a connected service. The key itself never leaves the worker. `key`: `stored` if
 * it is on disk, `session` if it is kept until the browser closes, `other-origin` if it is not for the origin of `url`.
 * `lastFour`: its last four characters.
 */
export interface ServiceStatus {
  url?: string;
  key: 'none' | 'stored' | 'session' | 'other-origin';
  lastFour?: string;
  /** Set if this is also the key of the connection's analytics service. */
  isCopy?: true;
}

/** Whether a key is stored for the service's present address. */
export const hasKey = ({ key }: ServiceStatus): boolean => key === 'stored' || key === 'session';

/**
 * What pages may know about a header that a person has added to a connection. `lastFour`: the last four characters of
 * its value; missing for `Authorization` and for short values.
 */
export interface HeaderStatus {
  name: string;
  /** The host to which the header is sent. */
  host: string;
  lastFour?: string;
}

export interface ConnectionStatus {
  analytics: ServiceStatus;
  seo: ServiceStatus;
  headers?: HeaderStatus[];
}
