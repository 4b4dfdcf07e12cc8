/** What is stored of a service's key; the key itself never leaves the worker. */
export interface ServiceStatus {
  url?: string;
  key: 'none' | 'stored' | 'session' | 'other-origin';
  lastFour?: string;
  /** A key was typed that is not saved yet or not accepted yet; the worker holds it in memory, for these origins. */
  waiting?: { lastFour: string; origins: string[] };
  /** One key was given for both services. */
  shared?: boolean;
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
