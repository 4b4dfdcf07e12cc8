/** The stored data of a service, as far as pages may know it. The key itself never leaves the worker. */
export interface ServiceStatus {
  url?: string;
  key: 'none' | 'stored' | 'session' | 'other-origin';
  lastFour?: string;
  /** Whether it is the same key as the first service's. */
  isCopy?: true;
}

/** The part of a header that pages may know. A short value is not shown at all. */
export interface HeaderStatus {
  name: string;
  /** The only host that it is sent to. */
  host: string;
  lastFour?: string;
}

export interface ConnectionStatus {
  analytics: ServiceStatus;
  seo: ServiceStatus;
  /** The stored headers; missing if there are none. */
  headers?: HeaderStatus[];
}
