/** What is stored of a service's key; the key itself never leaves the worker. */
export interface ServiceStatus {
  url?: string;
  key: 'none' | 'stored' | 'session' | 'other-origin';
  lastFour?: string;
  /** It is the first service's key. */
  isCopy?: true;
}

/** What pages may know about a header; of a short value nothing is shown. */
export interface HeaderStatus {
  name: string;
  /** The only host it is sent to. */
  host: string;
  lastFour?: string;
}

export interface ConnectionStatus {
  analytics: ServiceStatus;
  seo: ServiceStatus;
  /** Left out if there are none. */
  headers?: HeaderStatus[];
}
